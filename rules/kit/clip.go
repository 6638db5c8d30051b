package kit

// Clip cuts a text to so many letters; one that was cut ends with an ellipsis.
func Clip(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}
