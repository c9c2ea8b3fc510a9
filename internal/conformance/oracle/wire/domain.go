package wire

import (
	"regexp"
	"strconv"
	"strings"
)

// MaxMagnitude bounds decimal exponents and scales. Go takes powers of ten as big integers there:
// at 5000 that is microseconds, at 1e9 it does not return.
const MaxMagnitude = 5000

var (
	exponent     = regexp.MustCompile(`[eE]([+-]?[0-9]{4,})`)
	lastExponent = regexp.MustCompile(`[eE]([+-]?[0-9]{4,})$`)
)

// CheckExponents refuses a text with a token that could be a huge decimal exponent.
func CheckExponents(text string) error {
	for _, found := range exponent.FindAllStringSubmatch(text, -1) {
		if err := checkExponent(found[1]); err != nil {
			return err
		}
	}
	return nil
}

// maxQuantityBytes is how long a quantity can be for kubesem. Go reads longer ones in the same way.
const maxQuantityBytes = 10_000

// CheckQuantity refuses a quantity that is too long or ends with a huge decimal exponent. White
// space and quotes around it do not hide it: the JSON reader strips them too.
func CheckQuantity(text string) error {
	if len(text) > maxQuantityBytes {
		return &Refusal{"a quantity longer than 10000 bytes"}
	}
	if !strings.ContainsAny(text, "eE") {
		return nil
	}
	bare := strings.TrimSpace(strings.Trim(strings.TrimSpace(text), `"`))
	if found := lastExponent.FindStringSubmatch(bare); found != nil {
		return checkExponent(found[1])
	}
	return nil
}

// checkExponent casts to int32 as the parser does; the parser rejects anything beyond int64 at once.
func checkExponent(digits string) error {
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil
	}
	return CheckScale(int32(value))
}

// CheckScale refuses a scale, or an exponent, of huge magnitude.
func CheckScale(scale int32) error {
	if scale > MaxMagnitude || scale < -MaxMagnitude {
		return &Refusal{"a decimal exponent or scale above 5000 in magnitude"}
	}
	return nil
}
