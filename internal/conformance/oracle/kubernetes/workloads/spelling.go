package workloads

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	deploymentutil "k8s.io/kubernetes/pkg/controller/deployment/util"
	kjson "sigs.k8s.io/json"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// absent is a field that is left out.
type absent struct{}

// speller writes the same template twice, with other spellings in some places. It knows the fields from the types.
type speller struct {
	*rand.Rand
	// changes is how many places may still differ.
	changes int
	// paths are the places that differ, without indexes.
	paths []string
}

// spellings are the texts of the types that are not written field by field.
var spellings = map[reflect.Type][]any{
	reflect.TypeFor[resource.Quantity]():  {absent{}, nil, 0, "0", "0.0", 1, "1", "1000m", "1e0", "1Gi", "1024Mi", 1073741824, "1073741824", "2"},
	reflect.TypeFor[metav1.Time]():        {absent{}, nil, "0001-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2026-01-01T00:00:01Z"},
	reflect.TypeFor[intstr.IntOrString](): {absent{}, nil, 0, "", "0", 80, "80"},
	reflect.TypeFor[metav1.FieldsV1]():    {absent{}, nil},
	reflect.TypeFor[string]():             {absent{}, nil, "", "a", "b"},
	reflect.TypeFor[bool]():               {absent{}, nil, false, true},
	reflect.TypeFor[int32]():              {absent{}, nil, 0, 1, 2},
	reflect.TypeFor[int64]():              {absent{}, nil, 0, 1, 2},
}

// pick chooses a value for both sides, and now and then one for each.
func (s *speller) pick(path string, values []any) (a, b any) {
	a = values[s.IntN(len(values))]
	if s.differs(path) {
		return a, values[s.IntN(len(values))]
	}
	return a, a
}

func (s *speller) differs(path string) bool {
	if s.changes == 0 || s.IntN(12) > 0 {
		return false
	}
	s.changes--
	s.paths = append(s.paths, path)
	return true
}

// value writes a value of a type. Deeper values have fewer fields.
func (s *speller) value(t reflect.Type, path string, depth int) (a, b any) {
	if t.Kind() == reflect.Pointer {
		return s.value(t.Elem(), path, depth)
	}
	if texts, ok := spellings[t]; ok {
		return s.pick(path, texts)
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.orEmpty(path, map[string]any{}, func() (any, any) {
			fields := [2]map[string]any{{}, {}}
			s.fields(t, path, depth, fields)
			return fields[0], fields[1]
		})
	case reflect.Map:
		return s.orEmpty(path, map[string]any{}, func() (any, any) {
			maps := [2]map[string]any{{}, {}}
			for _, key := range []string{"cpu", "pod-template-hash", "constructor"}[s.IntN(3):] {
				a, b := s.value(t.Elem(), path+".*", depth)
				put(maps, key, a, b)
			}
			return maps[0], maps[1]
		})
	case reflect.Slice:
		return s.orEmpty(path, []any{}, func() (any, any) {
			lists := [2][]any{}
			for range 1 + s.IntN(2) {
				a, b := s.value(t.Elem(), path, depth)
				for side, value := range []any{a, b} {
					if value != (any)(absent{}) {
						lists[side] = append(lists[side], value)
					}
				}
			}
			return lists[0], lists[1]
		})
	}
	// Strings, numbers and booleans of a named type.
	for basic, texts := range spellings {
		if basic.Kind() == t.Kind() && basic.Kind() != reflect.Struct {
			return s.pick(path, texts)
		}
	}
	panic(t.String())
}

// orEmpty writes a value, or on one side or both an empty one or none.
func (s *speller) orEmpty(path string, empty any, full func() (any, any)) (a, b any) {
	a, b = full()
	if s.IntN(8) == 0 {
		a = []any{absent{}, nil, empty}[s.IntN(3)]
		b = a
	}
	if s.differs(path) {
		b = []any{absent{}, nil, empty}[s.IntN(3)]
	}
	return a, b
}

func (s *speller) fields(t reflect.Type, path string, depth int, into [2]map[string]any) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			s.fields(field.Type, path, depth, into)
			continue
		}
		isNeeded := depth < 1 || name == "containers"
		if field.Type.Kind() == reflect.Slice && depth > 9 || !isNeeded && s.IntN(t.NumField()) > 2 {
			continue
		}
		a, b := s.value(field.Type, path+"."+name, depth+1)
		put(into, name, a, b)
	}
}

func put(into [2]map[string]any, name string, a, b any) {
	for side, value := range []any{a, b} {
		if value != (any)(absent{}) {
			into[side][name] = value
		}
	}
}

// templateSpelling writes a random template in two ways, and asks whether a Deployment takes the one for the other.
func templateSpelling(in json.RawMessage) (any, error) {
	var args struct{ Seed uint64 }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(args.Seed, 1))
	s := &speller{Rand: random, changes: 1 + random.IntN(2)}
	fields := [2]map[string]any{{}, {}}
	s.fields(reflect.TypeFor[v1.PodTemplateSpec](), "", 0, fields)
	templates := [2]v1.PodTemplateSpec{}
	for side := range fields {
		text, err := json.Marshal(fields[side])
		if err != nil {
			return nil, err
		}
		if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &templates[side]); err != nil {
			return nil, &wire.Error{Class: "Decode", Message: err.Error()}
		}
	}
	return map[string]any{
		"equal": deploymentutil.EqualIgnoreHash(&templates[0], &templates[1]),
		"paths": s.paths,
		"a":     fields[0],
		"b":     fields[1],
	}, nil
}
