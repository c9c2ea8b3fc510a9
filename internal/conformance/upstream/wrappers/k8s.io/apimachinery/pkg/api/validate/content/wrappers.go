package content

import "kubesem/upstream/record"

func IsLabelKey(value string) []string {
	return messages("names.IsQualifiedName", orig_IsLabelKey, value)
}

func IsLabelValue(value string) []string {
	return messages("names.IsValidLabelValue", orig_IsLabelValue, value)
}

// messages checks a text and notes what is wrong with it.
func messages(op string, check func(string) []string, value string) []string {
	call := record.Begin(op, record.Text(value))
	found := check(value)
	call.Out(append([]string{}, found...))
	return found
}
