// A platform, written from the text of the Open Service Broker API 2.17 alone: what a Cloud Foundry or a Kubernetes sends to a
// broker and what it makes of the answers. It knows nothing of Ninefold. Input: the broker's address and credentials. Output: calls.
// https://github.com/openservicebrokerapi/servicebroker/blob/v2.17/spec.md

import { call, type Answer } from './running.ts';

export interface Provisioning {
  readonly service_id: string;
  readonly plan_id: string;
  readonly organization_guid?: string;
  readonly space_guid?: string;
  readonly context?: object;
  readonly parameters?: object;
}

export interface Platform {
  readonly catalog: () => Promise<Answer>;
  readonly provision: (id: string, wish: Provisioning, acceptsIncomplete?: boolean) => Promise<Answer>;
  readonly fetch: (id: string) => Promise<Answer>;
  readonly lastOperation: (id: string, wish?: Provisioning) => Promise<Answer>;
  readonly deprovision: (id: string, wish: Provisioning) => Promise<Answer>;
  /** Polls, as the text asks for behind a 202: until `succeeded` or `failed`, or 410. */
  readonly settled: (id: string) => Promise<'succeeded' | 'failed' | 'gone'>;
}

export interface Connection {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Undefined: the header that each request has to have is left out. */
  readonly version?: string | undefined;
  readonly requestIdentity?: string;
}

const POLLS = 100;
const WAIT = 50;

const hints = (wish: Provisioning | undefined): string =>
  wish ? `?service_id=${encodeURIComponent(wish.service_id)}&plan_id=${encodeURIComponent(wish.plan_id)}` : '';

export function platform({ url, user, password, version = '2.17', requestIdentity }: Connection): Platform {
  const headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    ...(version === '' ? {} : { 'x-broker-api-version': version }),
    ...(requestIdentity === undefined ? {} : { 'x-broker-api-request-identity': requestIdentity }),
  };
  const instance = (id: string, rest = ''): string => `${url}/v2/service_instances/${encodeURIComponent(id)}${rest}`;
  const lastOperation = (id: string, wish?: Provisioning): Promise<Answer> =>
    call(instance(id, `/last_operation${hints(wish)}`), 'GET', undefined, headers);
  return {
    catalog: () => call(`${url}/v2/catalog`, 'GET', undefined, headers),
    provision: (id, wish, acceptsIncomplete) =>
      call(
        instance(id, acceptsIncomplete === undefined ? '' : `?accepts_incomplete=${acceptsIncomplete}`),
        'PUT',
        { organization_guid: 'org-1', space_guid: 'space-1', ...wish },
        headers,
      ),
    fetch: (id) => call(instance(id), 'GET', undefined, headers),
    lastOperation,
    deprovision: (id, wish) =>
      call(instance(id, `${hints(wish)}&accepts_incomplete=true`), 'DELETE', undefined, headers),
    settled: async (id) => {
      for (let poll = 0; poll < POLLS; poll += 1) {
        const { status, body } = await lastOperation(id);
        if (status === 410) return 'gone';
        if (status === 200 && (body.state === 'succeeded' || body.state === 'failed')) return body.state;
        await new Promise((resolve) => setTimeout(resolve, WAIT));
      }
      throw new Error(`${id} did not settle`);
    },
  };
}
