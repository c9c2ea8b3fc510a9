// Package wire is the framing of the oracle: requests as lines of JSON in, answers as lines of JSON
// out, in the same order. The README of the oracle specifies the protocol.
package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
)

// Op answers one operation. Its error is an *Error where Kubernetes answered with one, a *Refusal
// for what lies outside the bounded domain, and anything else for a fault of the caller.
type Op func(in json.RawMessage) (any, error)

// Error is what Kubernetes answered with, as a class that does not change with the wording.
type Error struct{ Class, Message string }

func (e *Error) Error() string { return e.Class + ": " + e.Message }

// Refusal says why a request was not passed on to Kubernetes.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// Text is a string of arbitrary bytes: a JSON string, or {"b64": "…"} for what JSON cannot carry.
type Text string

// UnmarshalJSON reads either form.
func (t *Text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	var encoded struct {
		B64 *string `json:"b64"`
	}
	if err := DecodeStrict(raw, &encoded); err != nil {
		return err
	}
	if encoded.B64 == nil {
		return fmt.Errorf("expected a string or {\"b64\": …}, got %s", raw)
	}
	decoded, err := base64.StdEncoding.DecodeString(*encoded.B64)
	*t = Text(decoded)
	return err
}

// DecodeStrict decodes parameters of the caller; an unknown field is a mistake.
func DecodeStrict(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// answer appends the answer to one line, without the line's end.
func answer(out *bytes.Buffer, ops map[string]Op, line []byte) {
	reply := run(ops, line)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	start := out.Len()
	if err := encoder.Encode(reply); err != nil {
		// Nothing half-written may stay: a caller counts lines.
		out.Truncate(start)
		_ = encoder.Encode(map[string]string{"fault": "answer cannot be encoded: " + err.Error()})
	}
}

// run never panics: what panics in Kubernetes is an answer like any other.
func run(ops map[string]Op, line []byte) (reply any) {
	defer func() {
		if cause := recover(); cause != nil {
			reply = map[string]string{"panic": fmt.Sprint(cause)}
		}
	}()
	var request struct {
		Op string          `json:"op"`
		In json.RawMessage `json:"in"`
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return fault(err)
	}
	op, known := ops[request.Op]
	if !known {
		return fault(fmt.Errorf("unknown operation %q", request.Op))
	}
	out, err := op(request.In)
	var kubernetes *Error
	var refusal *Refusal
	switch {
	case err == nil:
		return struct {
			Out any `json:"out"`
		}{out}
	case errors.As(err, &kubernetes):
		return map[string]string{"err": kubernetes.Class, "message": kubernetes.Message}
	case errors.As(err, &refusal):
		return map[string]string{"refused": refusal.Reason}
	default:
		return fault(err)
	}
}

func fault(err error) map[string]string { return map[string]string{"fault": err.Error()} }
