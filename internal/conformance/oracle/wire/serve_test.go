package wire

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

var testOps = map[string]Op{
	"echo": func(in json.RawMessage) (any, error) { return in, nil },
	"text": func(in json.RawMessage) (any, error) {
		var text Text
		err := json.Unmarshal(in, &text)
		return fmt.Sprintf("%x", string(text)), err
	},
	"panic": func(json.RawMessage) (any, error) { panic("out of order") },
	"err": func(json.RawMessage) (any, error) {
		return nil, fmt.Errorf("wrapped: %w", &Error{Class: "ErrSuffix", Message: "words"})
	},
	"refuse":     func(json.RawMessage) (any, error) { return nil, &Refusal{Reason: "too large"} },
	"unwritable": func(json.RawMessage) (any, error) { return make(chan int), nil },
}

func TestAnswersEachKindOfRequest(t *testing.T) {
	cases := []struct{ request, answer string }{
		{`{"op":"echo","in":{"a":"<1>"}}`, `{"out":{"a":"<1>"}}`},
		{`{"op":"echo"}`, `{"out":null}`},
		{`{"op":"panic"}`, `{"panic":"out of order"}`},
		{`{"op":"err"}`, `{"err":"ErrSuffix","message":"words"}`},
		{`{"op":"refuse"}`, `{"refused":"too large"}`},
		{`{"op":"text","in":"é"}`, `{"out":"c3a9"}`},
		{`{"op":"text","in":{"b64":"/w=="}}`, `{"out":"ff"}`},
	}
	faults := []string{
		``, `{`, `[]`, `{"op":"nothing"}`, `{"op":"unwritable"}`,
		`{"op":"text","in":7}`, `{"op":"text","in":{"b65":""}}`, `{"op":"text","in":{"b64":"/"}}`,
	}
	var in strings.Builder
	for _, c := range cases {
		fmt.Fprintln(&in, c.request)
	}
	for _, request := range faults {
		fmt.Fprintln(&in, request)
	}
	lines := serveAll(t, in.String())
	if len(lines) != len(cases)+len(faults) {
		t.Fatalf("%d answers to %d requests", len(lines), len(cases)+len(faults))
	}
	for i, c := range cases {
		if lines[i] != c.answer {
			t.Errorf("%s: answered %s, expected %s", c.request, lines[i], c.answer)
		}
	}
	for i, request := range faults {
		if line := lines[len(cases)+i]; !strings.HasPrefix(line, `{"fault":"`) {
			t.Errorf("%s: answered %s, expected a fault", request, line)
		}
	}
}

func TestKeepsTheOrderOverManyChunks(t *testing.T) {
	const requests = 50_000
	var in strings.Builder
	for i := range requests {
		padding := strings.Repeat(" ", i%997)
		fmt.Fprintf(&in, "{\"op\":\"echo\",%s\"in\":%d}\n", padding, i)
	}
	// One line longer than any buffer, and a last line without its newline.
	long := strings.Repeat("x", 3<<20)
	fmt.Fprintf(&in, "{\"op\":\"echo\",\"in\":%q}\n{\"op\":\"echo\",\"in\":\"last\"}", long)

	lines := serveAll(t, in.String())
	if len(lines) != requests+2 {
		t.Fatalf("%d answers to %d requests", len(lines), requests+2)
	}
	for i := range requests {
		if expected := fmt.Sprintf(`{"out":%d}`, i); lines[i] != expected {
			t.Fatalf("answer %d is %s", i, lines[i])
		}
	}
	if len(lines[requests]) != len(`{"out":""}`)+len(long) || lines[requests+1] != `{"out":"last"}` {
		t.Fatal("the long line or the last one is wrong")
	}
}

func TestAnswersACallerThatWaits(t *testing.T) {
	requests, toOracle := io.Pipe()
	fromOracle, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(requests, answers, testOps) }()
	reader := bufio.NewReader(fromOracle)
	for i := range 3 {
		fmt.Fprintf(toOracle, "{\"op\":\"echo\",\"in\":%d}\n", i)
		line, err := reader.ReadString('\n')
		if expected := fmt.Sprintf("{\"out\":%d}\n", i); err != nil || line != expected {
			t.Fatalf("answered %q, %v", line, err)
		}
	}
	toOracle.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func TestRefusesHugeExponents(t *testing.T) {
	for text, refused := range map[string]bool{
		"1e5000": false, "1e5001": true, "1E-5001": true, "1e+0005001": true, " 1e9999\t": true,
		`"1e9999"`: true, `" 1e9999 "`: true,
		"1e9999x":                   false, // no suffix: an error at once
		"1e4294967299":              false, // 3 as an int32
		"1e2147483648":              true,
		"1e99999999999999999999":    false, // no int64: an error at once
		"12E":                       false,
		strings.Repeat("1", 10_000): false,
		strings.Repeat("1", 10_001): true,
	} {
		if got := CheckQuantity(text) != nil; got != refused {
			t.Errorf("%.30q: refused is %v", text, got)
		}
	}
	if CheckExponents(`{"cpu":"1e9999x"}`) == nil || CheckExponents(`{"cpu":"1e5000"}`) != nil {
		t.Error("a token anywhere in a Pod counts")
	}
}

func TestNamesAModuleOfAnotherRelease(t *testing.T) {
	staging := strings.Replace(Release, "v1.", "v0.", 1)
	good := map[string]string{
		"k8s.io/kubernetes": Release, "k8s.io/api": staging, "k8s.io/klog/v2": "v2.140.0",
		"k8s.io/utils": "v0.0.0-20260626114624-be93311217bd", "sigs.k8s.io/yaml": "v1.6.0",
	}
	if stray := notPinned(good); stray != "" {
		t.Errorf("%s is pinned", stray)
	}
	for path, version := range map[string]string{"k8s.io/kubernetes": "v1.2.3", "k8s.io/api": "v0.2.3"} {
		if notPinned(map[string]string{path: version}) == "" {
			t.Errorf("%s %s is not pinned", path, version)
		}
	}
}

func serveAll(t *testing.T, in string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(strings.NewReader(in), &out, testOps); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}
