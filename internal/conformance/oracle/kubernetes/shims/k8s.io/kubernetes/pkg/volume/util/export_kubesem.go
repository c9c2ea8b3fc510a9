package util

// ValidatePayload passes on validatePayload.
var ValidatePayload = validatePayload
