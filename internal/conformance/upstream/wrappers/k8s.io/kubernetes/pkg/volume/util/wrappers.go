package util

import (
	"encoding/json"
	"fmt"
	"sort"

	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// VolumeQuestion is the question about a volume of a Pod; the Pod may have others, with which it is not asked.
func VolumeQuestion(pod *v1.Pod, source v1.VolumeSource, objects record.Map) record.Map {
	given := pod.DeepCopy()
	given.Spec.Volumes = []v1.Volume{{Name: "files", VolumeSource: source}}
	question := record.Map{"pod": given, "volume": "files"}
	for field, list := range objects {
		question[field] = list
	}
	return question
}

// VolumeAnswer writes the files of a volume, or the error. Users of files are left out: their gate is off.
func VolumeAnswer(call *record.Call, payload map[string]FileProjection, err error) {
	if err != nil {
		call.Out(record.Map{"error": record.Text(err.Error())})
		return
	}
	files := []record.Map{}
	for path, file := range payload {
		files = append(files, record.Map{
			"path": record.Text(path), "mode": file.Mode, "content": record.Text(file.Data),
		})
	}
	key := func(i int) string {
		raw, _ := json.Marshal(files[i]["path"])
		return string(raw)
	}
	sort.Slice(files, func(i, j int) bool { return key(i) < key(j) })
	call.Out(record.Map{"files": files})
}

// askPaths asks about the files of a ConfigMap with these paths.
func askPaths(payload map[string]FileProjection) *record.Call {
	object := &v1.ConfigMap{BinaryData: map[string][]byte{}}
	object.Name = "c"
	items := []v1.KeyToPath{}
	for path, file := range payload {
		key, mode := fmt.Sprintf("k%d", len(items)), file.Mode
		object.BinaryData[key] = file.Data
		items = append(items, v1.KeyToPath{Key: key, Path: path, Mode: &mode})
	}
	if len(items) == 0 {
		return nil
	}
	source := v1.VolumeSource{ConfigMap: &v1.ConfigMapVolumeSource{Items: items}}
	source.ConfigMap.Name = object.Name
	return record.Begin("volume.payload",
		VolumeQuestion(&v1.Pod{}, source, record.Map{"configMaps": []*v1.ConfigMap{object}}))
}

func validatePath(targetPath string) error {
	call := askPaths(map[string]FileProjection{targetPath: {Mode: 0o644}})
	err := orig_validatePath(targetPath)
	if err != nil {
		VolumeAnswer(call, nil, err)
	} else {
		call.NoResult()
	}
	return err
}

func validatePayload(payload map[string]FileProjection) (map[string]FileProjection, error) {
	call := askPaths(payload)
	clean, err := orig_validatePayload(payload)
	VolumeAnswer(call, clean, err)
	return clean, err
}

func getNestedMountpoints(name, baseDir string, pod v1.Pod) ([]string, error) {
	isOptional := true
	source := v1.VolumeSource{ConfigMap: &v1.ConfigMapVolumeSource{Optional: &isOptional}}
	question := VolumeQuestion(&pod, source, nil)
	question["pod"].(*v1.Pod).Spec.Volumes[0].Name = name
	question["volume"] = name
	call := record.Begin("volume.files", question)
	folders, err := orig_getNestedMountpoints(name, baseDir, pod)
	if err != nil {
		VolumeAnswer(call, nil, err)
	} else {
		call.NoResult()
	}
	return folders, err
}
