package resource

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func ExtractResourceValueByContainerNameAndNodeAllocatable(
	fs *v1.ResourceFieldSelector, pod *v1.Pod, containerName string, nodeAllocatable v1.ResourceList,
) (string, error) {
	call := beginField(fs, pod, containerName, nodeAllocatable)
	text, err := orig_ExtractResourceValueByContainerNameAndNodeAllocatable(fs, pod, containerName, nodeAllocatable)
	endField(call, text, err)
	return text, err
}

func ExtractResourceValueByContainerName(
	fs *v1.ResourceFieldSelector, pod *v1.Pod, containerName string,
) (string, error) {
	call := beginField(fs, pod, containerName, v1.ResourceList{})
	text, err := orig_ExtractResourceValueByContainerName(fs, pod, containerName)
	endField(call, text, err)
	return text, err
}

func ExtractContainerResourceValue(fs *v1.ResourceFieldSelector, container *v1.Container) (string, error) {
	pod := &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{*container}}}
	call := beginField(fs, pod, container.Name, v1.ResourceList{})
	text, err := orig_ExtractContainerResourceValue(fs, container)
	endField(call, text, err)
	return text, err
}

func beginField(
	fs *v1.ResourceFieldSelector, pod *v1.Pod, container string, allocatable v1.ResourceList,
) *record.Call {
	ref := fs.DeepCopy()
	ref.ContainerName = container
	return record.Begin("downward.resourceField", record.Map{
		"pod": pod, "container": container, "ref": ref, "allocatable": allocatable,
	})
}

func endField(call *record.Call, text string, err error) {
	if err != nil {
		call.Out(record.Map{"volume": record.Map{"error": err.Error()}})
	} else {
		call.Out(record.Map{"volume": text})
	}
}
