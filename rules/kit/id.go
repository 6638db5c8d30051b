package kit

import "strings"

// MostOfAnID is how many letters an id has at most, so that it fits an option
// with what is put before or behind it.
const MostOfAnID = 32

const idLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

// IsID tells whether an id can be an option's: up to MostOfAnID plain letters.
func IsID(id string) bool {
	return id != "" && len(id) <= MostOfAnID && strings.Trim(id, idLetters) == ""
}

// IDOf makes a short id of a name: "Marshal Hale" is marshal_hale.
func IDOf(name string) string {
	id := []byte(strings.ToLower(name))
	for i, letter := range id {
		if !strings.ContainsRune(idLetters, rune(letter)) {
			id[i] = '_'
		}
	}
	return string(id[:min(len(id), MostOfAnID)])
}
