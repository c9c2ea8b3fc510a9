package container

import (
	"strings"

	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// question asks about a container whose environment has these variables.
func question(container v1.Container, variables []EnvVar) record.Map {
	container.Name, container.Env, container.EnvFrom = "app", nil, nil
	for _, variable := range variables {
		written := strings.ReplaceAll(variable.Value, "$", "$$")
		container.Env = append(container.Env, v1.EnvVar{Name: variable.Name, Value: written})
	}
	pod := &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{container}}}
	pod.Namespace = "shop"
	return record.Map{"pod": pod, "container": container.Name, "node": &v1.Node{}}
}

func texts(values []string) []record.Text {
	found := []record.Text{}
	for _, value := range values {
		found = append(found, record.Text(value))
	}
	return found
}

func ExpandContainerCommandAndArgs(container *v1.Container, envs []EnvVar) ([]string, []string) {
	asked := v1.Container{Command: container.Command, Args: container.Args}
	call := record.Begin("env.container", question(asked, envs))
	command, args := orig_ExpandContainerCommandAndArgs(container, envs)
	call.Out(record.Map{"command": texts(command), "args": texts(args)})
	return command, args
}

func ExpandContainerVolumeMounts(mount v1.VolumeMount, envs []EnvVar) (string, error) {
	asked := v1.Container{VolumeMounts: []v1.VolumeMount{mount}}
	call := record.Begin("env.container", question(asked, envs))
	path, err := orig_ExpandContainerVolumeMounts(mount, envs)
	if err != nil {
		call.Out(record.Map{"subPaths": []any{record.Map{"error": err.Error()}}})
	} else {
		call.Out(record.Map{"subPaths": []record.Text{record.Text(path)}})
	}
	return path, err
}

func ExpandContainerCommandOnlyStatic(containerCommand []string, envs []v1.EnvVar) []string {
	asked := question(v1.Container{Command: containerCommand}, nil)
	isWritten := true
	for _, variable := range envs {
		isWritten = isWritten && variable.ValueFrom == nil
	}
	asked["pod"].(*v1.Pod).Spec.Containers[0].Env = envs
	call := record.Begin("env.container", asked)
	command := orig_ExpandContainerCommandOnlyStatic(containerCommand, envs)
	if !isWritten {
		record.Skip("env.container", "a variable has another source, which only the kubelet knows")
	} else {
		call.Out(record.Map{"static": texts(command)})
	}
	return command
}
