// Where blocks of logs are as objects: s3://bucket/prefix, with the endpoint, the region and the credentials that AWS's own
// programs use.

import { AppError } from '../../base/app-error.ts';
import { asName } from '../../base/json.ts';

export interface ObjectCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface ObjectPlace {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  /** It is on this machine: nothing sent there leaves. */
  readonly isLocal: boolean;
}

const USUAL_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function badPlace(why: string): AppError {
  return new AppError('bad-usage', `Blocks of logs cannot be kept there: ${why}`, {
    hint: 'For example: --blocks s3://bucket/prefix, with ?endpoint=https://host for a server other than AWS.',
  });
}

function endpointOf(given: string): URL {
  try {
    const url = new URL(given);
    const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if (/^https?:$/.test(url.protocol) && isBare) return url;
  } catch {
    // Reported below.
  }
  throw badPlace('the endpoint is no address of a server.');
}

/** Parts that the address leaves out come from AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION and AWS_DEFAULT_REGION. */
export function objectPlace(address: string, env: NodeJS.ProcessEnv = process.env): ObjectPlace {
  let url: URL;
  let path: string;
  try {
    url = new URL(address);
    path = decodeURIComponent(url.pathname);
  } catch {
    throw badPlace('it is no address.');
  }
  if (url.username !== '' || url.password !== '') {
    throw badPlace('keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the address.');
  }
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw badPlace(bucket === '' ? 'no bucket is named.' : `${bucket} is no name of a bucket.`);
  const given = url.searchParams;
  const region = given.get('region') ?? asName(env['AWS_REGION']) ?? asName(env['AWS_DEFAULT_REGION']) ?? USUAL_REGION;
  const named = given.get('endpoint') ?? asName(env['AWS_ENDPOINT_URL_S3']) ?? asName(env['AWS_ENDPOINT_URL']);
  const endpoint = endpointOf(named ?? `https://s3.${region}.amazonaws.com`);
  return {
    bucket,
    prefix: path
      .split('/')
      .filter((part) => part !== '')
      .join('/'),
    endpoint: endpoint.href.replace(/\/+$/, ''),
    region,
    isLocal: LOOPBACK.test(endpoint.hostname),
  };
}

/** Read with every request, so that renewed keys are used without a restart. */
export function objectCredentials(env: NodeJS.ProcessEnv = process.env): ObjectCredentials {
  const accessKeyId = asName(env['AWS_ACCESS_KEY_ID']);
  const secretAccessKey = asName(env['AWS_SECRET_ACCESS_KEY']);
  const sessionToken = asName(env['AWS_SESSION_TOKEN']);
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  }
  throw new AppError('store-unusable', 'Object storage asks for keys, and there are none.', {
    hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  });
}

/** An object's name in the store, whatever the endpoint: s3://bucket/prefix/name. */
export function objectName({ bucket, prefix }: ObjectPlace, name: string): string {
  return `s3://${[bucket, prefix, name].filter((part) => part !== '').join('/')}`;
}

export interface NamedObject {
  readonly bucket: string;
  readonly key: string;
}

/** In an address these steps lead out of the prefix and out of the bucket. */
function leadsOut(key: string): boolean {
  return key.split('/').some((step) => step === '.' || step === '..');
}

/**
 * Undefined for a text that is not such a name. Names come from a database that others write to, and are used with keys of this
 * machine.
 */
export function namedObject(name: string): NamedObject | undefined {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/s.exec(name) ?? [];
  if (bucket === undefined || key === undefined || !BUCKET.test(bucket) || leadsOut(key)) return undefined;
  return { bucket, key };
}

/** The bucket is in the path: every such server accepts that, and certificates match whatever the bucket's name. */
export function objectUrl({ endpoint }: Pick<ObjectPlace, 'endpoint'>, { bucket, key }: NamedObject): string {
  return `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
