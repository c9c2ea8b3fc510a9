package expansion

import (
	"unicode/utf8"

	"kubesem/upstream/record"
)

// Expand notes the variables that the text refers to: the mapping answers the reference itself if there is none.
func Expand(input string, mapping func(string) string) string {
	variables, isText := map[string]string{}, utf8.ValidString(input)
	expanded := orig_Expand(input, func(name string) string {
		value := mapping(name)
		if value != syntaxWrap(name) {
			variables[name] = value
		}
		isText = isText && utf8.ValidString(value)
		return value
	})
	if !isText {
		record.Skip("config.expand", "a text is not UTF-8")
		return expanded
	}
	record.Begin("config.expand", record.Map{"text": input, "variables": variables}).
		Out(record.Map{"text": record.Text(expanded)})
	return expanded
}
