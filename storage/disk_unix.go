//go:build !windows

package storage

import "syscall"

// freeBytes is how much this user may still write below a folder.
func freeBytes(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil // whose types differ by system
}

// writable tells whether this process may write a file. It does not open it:
// closing it would give back SQLite's own locks on it.
func writable(path string) bool {
	const writing = 2 // W_OK
	return syscall.Access(path, writing) == nil
}
