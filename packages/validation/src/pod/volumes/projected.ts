import type {
  FieldPath,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '@kubesem/core';
import { type Fields, fields, INT64_RANGE, unwrittenPath } from '@kubesem/core/internal';
import { requiredText } from '../../rules/names.js';
import { checkPodCertificate, checkTrustBundle } from './certificates.js';
import { type AddFile, checkDownwardItems, checkItems } from './items.js';
import { checkFilePath } from './paths.js';

/** The kinds of sources in the order of the API server. */
const KINDS = [
  ...(['secret', 'configMap', 'downwardAPI', 'serviceAccountToken'] as const),
  ...(['clusterTrustBundle', 'podCertificate'] as const),
];

/**
 * Checks the sources of a projected volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProjectionSources`.
 */
export function checkProjected(projected: Fields<ProjectedVolumeSource>): void {
  const files = new Set<string>();
  const addFile: AddFile = (file, path, shown = file) => {
    if (files.has(file)) {
      // The server leaves out which of the sources it means.
      const written = unwrittenPath(projected.path as FieldPath, path);
      projected.invalid(written, 'conflicting duplicate paths', shown);
    }
    files.add(file);
  };
  projected.each('sources', (entry) => {
    const kinds = KINDS.filter((kind) => {
      const { isPresent } = entry.at(kind);
      if (isPresent) {
        checkSource(entry, kind, addFile, projected.path as FieldPath);
      }
      return isPresent;
    });
    if (kinds.length > 1) {
      entry.forbidden(entry.path, 'may not specify more than 1 volume type per source');
    }
  });
}

function checkSource(
  entry: Fields<VolumeProjection>,
  kind: (typeof KINDS)[number],
  addFile: AddFile,
  projected: FieldPath,
): void {
  switch (kind) {
    case 'secret':
    case 'configMap': {
      // The server shows the name of the object, not the path.
      const name = requiredText(entry.at(kind), 'name');
      checkItems(entry.at(kind), (file, path) => addFile(file, path, name));
      break;
    }
    case 'downwardAPI':
      checkDownwardItems(entry.at(kind), addFile);
      break;
    case 'serviceAccountToken':
      checkToken(entry.at(kind), projected);
      break;
    case 'clusterTrustBundle': {
      const bundle = entry.at(kind);
      bundle.flag('optional');
      checkTrustBundle(bundle);
      const file = requiredText(bundle, 'path');
      checkFilePath(bundle, 'path', file);
      // Two without a path conflict also.
      addFile(file, bundle.pathOf('path'));
      break;
    }
    default:
      checkPodCertificate(entry.at(kind));
      checkCertificateFiles(entry.at(kind), addFile);
  }
}

function checkToken(token: Fields<ServiceAccountTokenProjection>, projected: FieldPath): void {
  token.text('audience');
  const seconds = token.integer('expirationSeconds', INT64_RANGE) ?? 3600;
  const limit =
    seconds < 600 ? 'less than 10 minutes' : seconds > 2 ** 32 ? 'larger than 2^32 seconds' : '';
  if (limit !== '') {
    token.invalid('expirationSeconds', `may not specify a duration ${limit}`, seconds);
  }
  // The server leaves out the source.
  const path = unwrittenPath(projected, token.path as FieldPath);
  const holder = fields<ServiceAccountTokenProjection>(token.value, token.policy, path);
  checkFilePath(holder, 'path', requiredText(holder, 'path'));
}

function checkCertificateFiles(
  certificate: Fields<PodCertificateProjection>,
  addFile: AddFile,
): void {
  const names = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).filter(
    (name) => certificate.text(name) !== '',
  );
  for (const name of names) {
    const file = certificate.text(name);
    checkFilePath(certificate, name, file);
    addFile(file, certificate.pathOf(name));
  }
  if (names.length === 0) {
    const message =
      'specify at least one of credentialBundlePath, keyPath, and certificateChainPath';
    certificate.required(certificate.path, message);
  }
}
