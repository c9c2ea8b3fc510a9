// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { PodSpec } from '@kubesem/core';
import { CONTAINER_FIELDS, type Fields, utf8Length } from '@kubesem/core/internal';
import { checkName } from '../../rules/names.js';

/** What is read of the options for Windows. Source: `k8s.io/api/core/v1` v0.37.1. */
interface WindowsOptions {
  readonly gmsaCredentialSpecName?: string | null | undefined;
  readonly gmsaCredentialSpec?: string | null | undefined;
  readonly runAsUserName?: string | null | undefined;
  readonly hostProcess?: boolean | null | undefined;
}

/** What has options for Windows: the security context of a Pod or a container. */
interface WithWindowsOptions {
  readonly windowsOptions?: unknown;
}

const MOST_SPEC_KIB = 64;
const MOST_DOMAIN_BYTES = 256;
const MOST_USER_BYTES = 104;

/** Checks the options for Windows. Source: `validateWindowsSecurityContextOptions`, as above. */
export function checkWindowsOptions(security: Fields<WithWindowsOptions>): void {
  const options = windowsOptions(security);
  const specName = options.optionalText('gmsaCredentialSpecName');
  if (specName !== undefined) {
    checkName(options, 'gmsaCredentialSpecName', 'dns1123Subdomain', specName);
  }
  const spec = options.optionalText('gmsaCredentialSpec');
  if (spec === '') {
    options.invalid('gmsaCredentialSpec', 'gmsaCredentialSpec cannot be an empty string', spec);
  } else if (spec !== undefined && utf8Length(spec) > MOST_SPEC_KIB * 1024) {
    const message = `gmsaCredentialSpec size must be under ${MOST_SPEC_KIB} KiB`;
    options.invalid('gmsaCredentialSpec', message, spec);
  }
  const user = options.optionalText('runAsUserName');
  for (const fault of user === undefined ? [] : userFaults(user)) {
    options.invalid('runAsUserName', fault, user);
  }
}

function windowsOptions(security: Fields<WithWindowsOptions>): Fields<WindowsOptions> {
  return security.at('windowsOptions') as Fields<WindowsOptions>;
}

/** What is wrong with a user, which may be `DOMAIN\USER`. */
function userFaults(name: string): readonly string[] {
  const [first = '', second, ...others] = name.split('\\');
  if (name === '') {
    return ['runAsUserName cannot be an empty string'];
  }
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    return ['runAsUserName cannot contain control characters'];
  }
  if (others.length > 0) {
    return ['runAsUserName cannot contain more than one backslash'];
  }
  const user = second ?? first;
  const domain = second === undefined ? undefined : first;
  const bytes = utf8Length(user);
  const faults: readonly (readonly [isBroken: boolean, fault: string])[] = [
    [
      utf8Length(domain ?? '') >= MOST_DOMAIN_BYTES,
      `Domain length must be under ${MOST_DOMAIN_BYTES} characters`,
    ],
    [
      domain !== undefined && !isDomain(domain),
      "Domain doesn't match the NetBios nor the DNS format",
    ],
    [user === '', 'User cannot be empty'],
    [bytes > MOST_USER_BYTES, `User length must not be longer than ${MOST_USER_BYTES} characters`],
    [/^[. ]+$/.test(user), 'User cannot contain only periods or spaces'],
    [
      /["/\\:;|=,+*?<>@[\]]/.test(user),
      'User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
    ],
  ];
  return faults.flatMap(([isBroken, fault]) => (isBroken ? [`runAsUserName's ${fault}`] : []));
}

function isDomain(domain: string): boolean {
  const isNetBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u.test(domain);
  const isLabel = (label: string) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(label);
  return isNetBios || domain.split('.').every(isLabel);
}

/**
 * Checks that either all containers are HostProcess containers or none, and that they are on the host network.
 *
 * Source: `validateWindowsHostProcessPod`, as above.
 */
export function checkHostProcess(spec: Fields<PodSpec>): void {
  const ofPod = windowsOptions(spec.at('securityContext')).flag('hostProcess');
  const areHostProcesses = CONTAINER_FIELDS.flatMap((list) =>
    spec.each(list, (container) => {
      const options = windowsOptions(container.at('securityContext'));
      const own = options.flag('hostProcess');
      if (own !== undefined && ofPod !== undefined && own !== ofPod) {
        const message = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
        options.invalid('hostProcess', message, own);
      }
      return own ?? ofPod ?? false;
    }),
  );
  if (!areHostProcesses.includes(true)) {
    return;
  }
  if (areHostProcesses.includes(false)) {
    const message =
      'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    spec.invalid(spec.path, message);
  }
  if (spec.flag('hostNetwork') !== true) {
    const message = 'hostNetwork must be true if pod contains any hostProcess containers';
    spec.invalid('hostNetwork', message, false);
  }
}
