// Command rewrite prepares released packages so that calls of their functions are recorded:
//
//	rewrite <wrappers> <modules> <out>
//
// A function in <wrappers>/<import path>/*.go takes the place of the one with the same name in
// <modules>/<import path>, which is renamed to orig_<name>. Nothing is changed in place: it writes the
// changed files below <out>, and <out>/overlay.json for `go test -overlay`.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

type overlay struct{ Replace map[string]string }

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: rewrite <wrappers> <modules> <out>"))
	}
	wrappers, modules, out := os.Args[1], os.Args[2], os.Args[3]
	result := overlay{map[string]string{}}
	err := filepath.WalkDir(wrappers, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		relative, err := filepath.Rel(wrappers, filepath.Dir(path))
		if err != nil {
			return err
		}
		return result.wrap(path, filepath.Join(modules, relative), filepath.Join(out, relative))
	})
	if err != nil {
		fail(err)
	}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		fail(err)
	}
	if err := os.WriteFile(filepath.Join(out, "overlay.json"), text, 0o644); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "rewrite:", err)
	os.Exit(1)
}

// wrap adds the wrapper to its package, and renames there the functions that it declares.
func (o overlay) wrap(wrapper, released, out string) error {
	_, wrapped, err := functions(wrapper)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(released, "*.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s: no package in %s: %v", wrapper, released, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source := file
		if earlier, isChanged := o.Replace[file]; isChanged {
			source = earlier
		}
		text, found, err := functions(source)
		if err != nil {
			return err
		}
		changed, offset := false, 0
		for _, declared := range found {
			if !contains(wrapped, declared) {
				continue
			}
			at := declared.at + offset
			text = text[:at] + "orig_" + text[at:]
			changed, offset = true, offset+len("orig_")
		}
		if !changed {
			continue
		}
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
		target := filepath.Join(out, filepath.Base(file))
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			return err
		}
		o.Replace[file] = target
	}
	o.Replace[filepath.Join(released, "kubesem_"+filepath.Base(wrapper))] = wrapper
	return nil
}

// function is one that a file declares: its receiver's type, its name, and where the name is.
type function struct {
	receiver, name string
	at             int
}

func contains(list []function, searched function) bool {
	for _, one := range list {
		if one.receiver == searched.receiver && one.name == searched.name {
			return true
		}
	}
	return false
}

// functions are those of a file in their order, with the text of the file.
func functions(path string) (string, []function, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return "", nil, err
	}
	found := []function{}
	for _, declaration := range parsed.Decls {
		if declared, ok := declaration.(*ast.FuncDecl); ok {
			at := files.Position(declared.Name.Pos()).Offset
			found = append(found, function{receiverOf(declared), declared.Name.Name, at})
		}
	}
	return string(text), found, nil
}

func receiverOf(declared *ast.FuncDecl) string {
	if declared.Recv == nil {
		return ""
	}
	of := declared.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return "?"
}
