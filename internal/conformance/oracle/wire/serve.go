package wire

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"
)

// chunkBytes is how much input one worker takes at a time: enough to make the hand-over cheap,
// little enough that a large read keeps every processor busy.
const chunkBytes = 32 << 10

// chunk is some whole lines of input and, later, the answers to them.
type chunk struct {
	lines   []byte
	answers chan []byte
}

// Serve answers every line of in on out, in order, and returns at the end of in.
//
// Workers answer chunks at the same time; one writer takes their answers in the order of the input.
// A chunk never waits for more input than one read returned, so a caller that waits for its answer
// gets it.
func Serve(in io.Reader, out io.Writer, ops map[string]Op) error {
	workers := runtime.GOMAXPROCS(0)
	work := make(chan chunk, 4*workers)
	ordered := make(chan chunk, 4*workers)

	var running sync.WaitGroup
	for range workers {
		running.Add(1)
		go func() {
			defer running.Done()
			for next := range work {
				next.answers <- answerLines(ops, next.lines)
			}
		}()
	}

	written := make(chan error, 1)
	go func() {
		var failed error
		for next := range ordered {
			answers := <-next.answers
			if failed == nil {
				_, failed = out.Write(answers)
			}
		}
		written <- failed
	}()

	readErr := readChunks(in, func(lines []byte) {
		next := chunk{lines, make(chan []byte, 1)}
		ordered <- next
		work <- next
	})
	close(work)
	close(ordered)
	running.Wait()
	return errors.Join(readErr, <-written)
}

// readChunks passes on whole lines as they arrive, and at the end the rest without a newline.
func readChunks(in io.Reader, pass func(lines []byte)) error {
	buffer := make([]byte, 0, 1<<20)
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, make([]byte, cap(buffer))...)[:len(buffer)]
		}
		n, err := in.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		whole := bytes.LastIndexByte(buffer, '\n') + 1
		for start := 0; start < whole; {
			end := min(start+chunkBytes, whole)
			end += bytes.IndexByte(buffer[end-1:], '\n')
			pass(bytes.Clone(buffer[start:end]))
			start = end
		}
		buffer = append(buffer[:0], buffer[whole:]...)
		if err == nil {
			continue
		}
		if len(buffer) > 0 {
			pass(bytes.Clone(buffer))
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
}

func answerLines(ops map[string]Op, lines []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.SplitSeq(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		answer(&out, ops, line)
	}
	return out.Bytes()
}
