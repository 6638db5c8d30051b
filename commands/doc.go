// Package commands is what people can do: one file per command, each with its
// definition, its handler and its words.
//
// A Request comes in freed of the Discord library; a Reply goes out as a value.
// Nothing here touches the network: what others are to read is written to the
// store's outbox in the same transaction as the log line that it tells, and the
// edge delivers it. A fight is moved in one place only, the Table.
package commands
