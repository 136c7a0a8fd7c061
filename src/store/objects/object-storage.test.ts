// Tests objects on a server that checks signatures: put, list in pages, delete, and what is said when it refuses or is away.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OBJECT_KEYS, ObjectServer, signatureOf } from '../../../test/support/object-server.ts';
import { namedObject, objectName, objectPlace } from './object-place.ts';
import { ObjectStorage } from './object-storage.ts';

let server: ObjectServer;
let storage: ObjectStorage;
const object = { bucket: 'orchard', key: "pears & apples/äpfel+1 (a)/100%'s" };

beforeEach(async () => {
  server = await ObjectServer.open();
  vi.stubEnv('AWS_ACCESS_KEY_ID', OBJECT_KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OBJECT_KEYS.secretAccessKey);
  storage = new ObjectStorage(objectPlace(`s3://orchard?endpoint=${server.endpoint}&region=eu-central-1`));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

async function listed(prefix: string): Promise<string[]> {
  const all: string[] = [];
  for await (const keys of storage.list('orchard', prefix)) all.push(...keys);
  return all;
}

it('has a server that signs as AWS does', () => {
  // The example of AWS's own documentation, "GET Object".
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  };
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const request = { method: 'GET', target: '/test.txt', headers };
  expect(signatureOf(request, secret, '20130524/us-east-1/s3/aws4_request', Object.keys(headers))).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

it('puts, lists and deletes objects of any name', async () => {
  await storage.put(object, Buffer.from('pear'));
  expect(server.objects.get(object.key)?.toString()).toBe('pear');
  for (let i = 0; i < 10; i++) await storage.put({ bucket: 'orchard', key: `plums/${i}` }, new Uint8Array(0));
  expect(await listed('plums/')).toEqual(Array.from({ length: 10 }, (_, i) => `plums/${i}`));
  expect(await listed('pears & apples/')).toEqual([object.key]);
  expect(await listed('cherries/')).toEqual([]);
  await storage.delete(object);
  await storage.delete(object);
  expect(await listed('pears')).toEqual([]);
});

it('says what is wrong, without keys', async () => {
  const put = () => storage.put(object, Buffer.from('pear'));
  await expect(storage.put({ ...object, bucket: 'meadow' }, Buffer.from(''))).rejects.toThrow(
    `s3://meadow at ${server.endpoint}: there is no such bucket.`,
  );
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
  await expect(put()).rejects.toThrow(`s3://orchard at ${server.endpoint} refuses these keys: SignatureDoesNotMatch.`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', '');
  await expect(put()).rejects.toThrow('asks for keys, and there are none');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOTHER');
  await expect(put()).rejects.toThrow('InvalidAccessKeyId');
  await expect(listed('')).rejects.toThrow('InvalidAccessKeyId');
  server.refuses = { status: 400, code: 'AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region><Code>' };
  await expect(put()).rejects.toMatchObject({ hint: 'Set AWS_REGION=eu-west-1.' });
  const { endpoint } = server;
  await server.close();
  await expect(put()).rejects.toThrow(`s3://orchard at ${endpoint} cannot be reached: ECONNREFUSED.`);
  await server.listen();
});

it('reads addresses, with what the environment says', () => {
  const aws = { endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1', isLocal: false };
  expect(objectPlace('s3://orchard', {})).toEqual({ bucket: 'orchard', prefix: '', ...aws });
  expect(objectPlace('s3://orchard//a%20b/c/', { AWS_REGION: 'eu-west-1' })).toEqual({
    bucket: 'orchard',
    prefix: 'a b/c',
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    region: 'eu-west-1',
    isLocal: false,
  });
  const named = { AWS_ENDPOINT_URL: 'https://objects.example:9000/', AWS_DEFAULT_REGION: 'x' };
  expect(objectPlace('s3://orchard', named)).toMatchObject({ endpoint: 'https://objects.example:9000', region: 'x' });
  for (const host of ['localhost', '127.0.0.1', '[::1]', '127.1']) {
    expect(objectPlace(`s3://orchard?endpoint=http://${host}:9000`, {}).isLocal).toBe(true);
  }
  for (const host of ['127.0.0.1.example', 'localhost.example', '10.0.0.1']) {
    expect(objectPlace(`s3://orchard?endpoint=http://${host}`, {}).isLocal).toBe(false);
  }
  for (const bad of [
    's3://',
    's3:///x',
    's3://a_B',
    's3://key:secret@orchard',
    's3://orchard/%',
    's3://orchard?endpoint=x',
  ]) {
    expect(() => objectPlace(bad, {})).toThrow(/cannot be kept there/);
  }
  expect(objectName(objectPlace('s3://orchard/a', {}), 'b')).toBe('s3://orchard/a/b');
  expect(namedObject('s3://orchard/a/b')).toEqual({ bucket: 'orchard', key: 'a/b' });
  expect(namedObject('https://orchard/a')).toBeUndefined();
});
