// Package record writes the calls of wrapped functions, one line of JSON each, into the folder that
// KUBESEM_RECORD names. Each test program has a file of its own.
//
// It imports nothing but the standard library, because the lowest packages of Kubernetes import it.
package record

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"unicode/utf8"
)

// mostOfATest bounds the calls of one operation by one test function: some make millions.
const mostOfATest = 10_000

// Call is a call that has begun. The methods of a nil Call do nothing.
type Call struct{ line line }

// line is what the replay reads; see src/upstream/recording.ts.
type line struct {
	Op      string          `json:"op"`
	In      json.RawMessage `json:"in,omitempty"`
	Out     json.RawMessage `json:"out,omitempty"`
	Err     string          `json:"err,omitempty"`
	Skipped string          `json:"skipped,omitempty"`
	// Gated is whether a test had set a feature gate.
	Gated   bool   `json:"gated,omitempty"`
	Package string `json:"package"`
	Test    string `json:"test"`
}

// Text is a string of arbitrary bytes, in the form of the oracle.
type Text string

// MarshalJSON writes {"b64": …} for what is not UTF-8.
func (t Text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(map[string]string{"b64": base64.StdEncoding.EncodeToString([]byte(t))})
}

// AnyError is the class of an error whose class the wrapper does not know.
const AnyError = "*"

// Map is short for the parameters of an operation.
type Map = map[string]any

var (
	folder  = os.Getenv("KUBESEM_RECORD")
	mutex   sync.Mutex
	file    *os.File
	gates   int
	written = map[[sha256.Size]byte]bool{}
	counts  = map[string]int{}
	program = testedPackage()
)

// Begin notes the parameters of an operation before the call, which may change them.
func Begin(op string, in any) *Call {
	if folder == "" {
		return nil
	}
	raw, err := json.Marshal(in)
	if err != nil {
		Skip(op, "the parameters are not JSON")
		return nil
	}
	return &Call{line{Op: op, In: raw}}
}

var uid = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// WithoutUIDs has numbers in place of random UIDs, in the order in which they come: some look like huge exponents, which
// the oracle refuses.
func WithoutUIDs(in any) json.RawMessage {
	raw, err := json.Marshal(in)
	if err != nil {
		return json.RawMessage("null")
	}
	numbers := map[string]string{}
	return uid.ReplaceAllFunc(raw, func(found []byte) []byte {
		if _, isKnown := numbers[string(found)]; !isKnown {
			numbers[string(found)] = fmt.Sprintf("%06d", len(numbers))
		}
		return []byte(numbers[string(found)])
	})
}

// Out writes the call with its result, or with the part of it that is known here.
func (c *Call) Out(out any) {
	if c == nil {
		return
	}
	raw, err := json.Marshal(out)
	if err != nil {
		Skip(c.line.Op, "the result is not JSON")
		return
	}
	c.line.Out = raw
	write(c.line)
}

// NoResult writes the call without a result, of which the oracle answers nothing.
func (c *Call) NoResult() {
	if c != nil {
		write(c.line)
	}
}

// Err writes the call with the class of its error, as the oracle names it.
func (c *Call) Err(class string) {
	if c != nil {
		c.line.Err = class
		write(c.line)
	}
}

// Skip counts a call that the operation cannot express.
func Skip(op, reason string) {
	if folder != "" {
		write(line{Op: op, Skipped: reason})
	}
}

// SetGates says that a test sets or resets feature gates.
func SetGates(isSet bool) {
	mutex.Lock()
	defer mutex.Unlock()
	if isSet {
		gates++
	} else {
		gates--
	}
}

func write(l line) {
	l.Package, l.Test = program, testName()
	mutex.Lock()
	defer mutex.Unlock()
	l.Gated = gates > 0
	text, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	// The same call of the same test again would only make the file longer.
	hash := sha256.Sum256(text)
	if written[hash] || counts[l.Op+" "+l.Test] == mostOfATest {
		return
	}
	written[hash] = true
	counts[l.Op+" "+l.Test]++
	if file == nil {
		file, err = os.Create(filepath.Join(folder, strings.ReplaceAll(program, "/", "_")+".ndjson"))
		if err != nil {
			panic(err)
		}
	}
	if _, err := file.Write(append(text, '\n')); err != nil {
		panic(err)
	}
}

// testedPackage is the import path of the package whose tests this program runs.
func testedPackage() string {
	if build, ok := debug.ReadBuildInfo(); ok && strings.HasSuffix(build.Path, ".test") {
		return strings.TrimSuffix(build.Path, ".test")
	}
	return filepath.Base(os.Args[0])
}

var testFunction = regexp.MustCompile(`\.((?:Test|Fuzz|Example)[^.]*)`)

// testName is the test function that this goroutine runs; empty in one that a test has started.
func testName() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for {
		frame, more := frames.Next()
		name := frame.Function[strings.LastIndex(frame.Function, "/")+1:]
		if strings.HasSuffix(frame.File, "_test.go") {
			if found := testFunction.FindStringSubmatch(name); found != nil {
				return found[1]
			}
		}
		if !more {
			return ""
		}
	}
}
