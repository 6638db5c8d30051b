package main

import (
	"os"
	"testing"
)

// TestThePictureOfTheReadme draws docs/sandbox.png anew:
//
//	UMPIRE_SHOTS=docs go test -run TestThePictureOfTheReadme .
func TestThePictureOfTheReadme(t *testing.T) {
	if os.Getenv(shotsFolder) == "" {
		t.Skipf("Not drawn: the README's picture (%s names no folder).", shotsFolder)
	}
	b := openBrowser(t)
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.attack("alice", "Marshal Hale", "Dusty", "hunting_knife")
	f.lock("alice", "JS")
	f.settled()
	s := b.open(t, f.room, "?as=alice&with=bob", 1200, 760)
	alice, bob := s.half("alice"), s.half("bob")
	alice.press(".call", "@Umpire") // what has been read calls nobody
	alice.press(".rooms button", "against")
	bob.press(".call", "@Umpire")
	bob.press(".rooms button", "against")
	bob.press("article button", "Choose in secret")
	bob.choose("article.alone .menu", "Diamonds")
	bob.sees("article.alone button", "Back")
	bob.choose("article.alone .menu", "7 of Diamonds")
	bob.press("article.alone button", "Lock it in")
	alice.reveal("Jack of Spades", "7 of Diamonds")
	alice.press("article button", "Attack")
	alice.choose("article.alone .menu", "Josie Marsh")
	alice.sees("article.alone", "The enemy model")
	alice.press("article.alone .opener", "")
	alice.sees("article.alone .menu li", "Rosa Vane")
	f.settled()
	s.view("sandbox")
}
