package wire

import (
	"regexp"
	"strings"
)

var wordStart = regexp.MustCompile(`\B[A-Z]`)

// ErrorType writes the type of a field.Error in our words: FieldValueTooLong becomes TOO_LONG.
func ErrorType[T ~string](errorType T) string {
	word := strings.TrimPrefix(string(errorType), "FieldValue")
	return strings.ToUpper(wordStart.ReplaceAllString(word, "_$0"))
}
