import type { RequestInfo } from '@kubesem/apf';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';
import type { WrittenRequest } from './requests.js';

/**
 * Shows what a request asks for, and who sends it.
 *
 * @param request - the request
 * @param colors - for the terminal
 * @returns the lines
 */
export function requestHeading({ method, url, request }: WrittenRequest, colors: Colors): string {
  const { user, requestInfo } = request;
  return [
    colors.bold(visible(`${method} ${url}`)),
    `  request  ${visible(describeRequest(requestInfo))}`,
    `  user     ${visible(user.name)}`,
    `  groups   ${user.groups?.map(visible).join(', ')}`,
    '',
  ].join('\n');
}

function describeRequest(info: RequestInfo): string {
  const { isResourceRequest, verb, path } = info;
  if (!isResourceRequest) {
    return `${verb} ${path}`;
  }
  const { apiGroup = '', resource = '', subresource = '', namespace = '', name = '' } = info;
  const group = apiGroup === '' ? '' : `.${apiGroup}`;
  const what = `${resource}${group}${subresource === '' ? '' : `/${subresource}`}`;
  const which = name === '' ? '' : ` ${name}`;
  return `${verb || '(unknown verb)'} ${what}${which}${namespace === '' ? '' : ` in ${namespace}`}`;
}

/** Says that API Priority and Fairness does not handle a request. */
export function renderNotSubject(request: WrittenRequest, colors: Colors): string {
  return `${requestHeading(request, colors)}\n  not subject to API Priority and Fairness: long-running request\n`;
}
