package flowcontrol

import (
	"sort"
	"strconv"

	flowcontrol "k8s.io/api/flowcontrol/v1"
	"k8s.io/apiserver/pkg/endpoints/request"
	"kubesem/upstream/record"
)

func matchesFlowSchema(digest RequestDigest, flowSchema *flowcontrol.FlowSchema) bool {
	call := record.Begin("apf.classify", record.Map{
		"flowSchemas": []any{flowSchema},
		"requests": []any{record.Map{
			"user": digest.User.GetName(), "groups": append([]string{}, digest.User.GetGroups()...),
			"info": infoOf(digest.RequestInfo),
		}},
	})
	matches := orig_matchesFlowSchema(digest, flowSchema)
	matching := []string{}
	if matches {
		matching = append(matching, flowSchema.Name)
	}
	call.Out([]any{record.Map{"matching": matching}})
	return matches
}

func infoOf(info *request.RequestInfo) record.Map {
	return record.Map{
		"isResourceRequest": info.IsResourceRequest, "path": info.Path, "verb": info.Verb,
		"apiPrefix": info.APIPrefix, "apiGroup": info.APIGroup, "apiVersion": info.APIVersion,
		"namespace": info.Namespace, "resource": info.Resource, "subresource": info.Subresource,
		"name": info.Name, "parts": append([]string{}, info.Parts...),
		"fieldSelector": info.FieldSelector, "labelSelector": info.LabelSelector,
	}
}

func hashFlowID(fsName, fDistinguisher string) uint64 {
	call := record.Begin("apf.flowHash", record.Map{
		"flowSchema": record.Text(fsName), "distinguisher": record.Text(fDistinguisher),
	})
	hash := orig_hashFlowID(fsName, fDistinguisher)
	call.Out(strconv.FormatUint(hash, 10))
	return hash
}

// initIndices sorts stably, as the oracle does: the order of equal bounds decides about the last bits of a sum.
func (rap *relativeAllocProblem) initIndices() *relativeAllocProblem {
	rap.ascendingIndices = make([]int, 2*len(rap.items))
	for index := range rap.ascendingIndices {
		rap.ascendingIndices[index] = index
	}
	sort.Stable(rap)
	return rap
}

func computeConcurrencyAllocation(requiredSum int, classes []allocProblemItem) ([]float64, float64, error) {
	items := []record.Map{}
	for _, class := range classes {
		items = append(items, record.Map{
			"target": class.target, "lowerBound": class.lowerBound, "upperBound": class.upperBound,
		})
	}
	call := record.Begin("apf.allocate", record.Map{"sum": requiredSum, "classes": items})
	allocations, proportion, err := orig_computeConcurrencyAllocation(requiredSum, classes)
	if err != nil {
		call.Err("Allocation")
		return allocations, proportion, err
	}
	texts := []string{}
	for _, allocation := range allocations {
		texts = append(texts, float(allocation))
	}
	call.Out(record.Map{"allocations": texts, "fairProportion": float(proportion)})
	return allocations, proportion, err
}

func float(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
