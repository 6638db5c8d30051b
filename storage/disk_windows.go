package storage

import (
	"os"

	"golang.org/x/sys/windows"
)

// freeBytes is how much this user may still write below a folder.
func freeBytes(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// writable tells whether a file is not marked as read-only.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o200 != 0
}
