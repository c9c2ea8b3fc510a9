// Package output writes what answers have in common: texts, errors and events.
package output

import (
	"encoding/base64"
	"unicode/utf8"
)

// Text is a string on its way out: bytes that are no UTF-8 travel in base64.
func Text(value string) any {
	if utf8.ValidString(value) {
		return value
	}
	return map[string]string{"b64": base64.StdEncoding.EncodeToString([]byte(value))}
}

// Texts are several of them.
func Texts(values []string) []any {
	out := []any{}
	for _, value := range values {
		out = append(out, Text(value))
	}
	return out
}

// TextOrError is the text, or the error in an object.
func TextOrError(text string, err error) any {
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	return text
}

// ErrorText is the text of an error, or nil.
func ErrorText(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}
