import { describe, expect, it } from 'vitest';
import { composeFaults } from '../prove/deployment/compose.ts';
import { deployed } from '../prove/deployment/files.ts';

const text = deployed('compose.yaml');
const changed = (from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe('the compose file', () => {
  it('fits the settings of the server and the files beside it', () => {
    expect(composeFaults(text)).toEqual([]);
  });

  it.each([
    [
      'a setting that no server knows',
      'EYRIE_INSTANCE_ID: api-1',
      'EYRIE_INSTANCE: api-1',
      'knows no EYRIE_INSTANCE',
    ],
    ['two of one name', 'EYRIE_INSTANCE_ID: api-2', 'EYRIE_INSTANCE_ID: api-1', 'api-2: it is called api-1'],
    [
      'a file that nothing makes',
      '/etc/eyrie/api-1.env',
      '/etc/eyrie/api-3.env',
      'nothing makes /etc/eyrie/api-3.env',
    ],
    ['a port twice', '/etc/eyrie/api-2.env', '/etc/eyrie/api-1.env', 'a port twice'],
    ['the data of another', '/var/lib/eyrie/gateway-2:', '/var/lib/eyrie/gateway-1:', 'its data lie in'],
    [
      'data that go with the container',
      'EYRIE_DATA_DIR: /var/lib/eyrie',
      'EYRIE_DATA_DIR: /tmp',
      'its data lie in undefined',
    ],
    ['no question of health', '/healthz', '/', 'nobody asks for its health'],
    [
      'a database that nobody waits for',
      'postgres: { condition: service_healthy }',
      'postgres: { condition: service_started }',
      'it does not wait for postgres',
    ],
    [
      'fewer connections',
      'max_connections=320',
      'max_connections=100',
      'postgres has not max_connections=320',
    ],
    ['another port of the broker', "'1884'", "'1885'", 'the broker has no port 1885'],
    [
      'a file that is not there',
      './nginx/eyrie.conf',
      './nginx/other.conf',
      'proxy: there is no ./nginx/other.conf',
    ],
    ['a volume that is not there', "'postgres:/var", "'database:/var", 'there is no volume database'],
    ['a password that nobody makes', '${BROKER_PASSWORD:-}', '${BROKER_PASS:-}', 'makes no BROKER_PASS'],
    ['a stop that kills', 'stop_grace_period: 30s', 'stop_grace_period: 10s', 'killed before it has stopped'],
    ['another memory', '--max-semi-space-size=8, ', '', 'it lacks --max-semi-space-size=8'],
    ['a network of its own', 'network_mode: host\n  restart', 'restart', 'another network'],
  ])('is refused with %s', (_what, from, to, fault) => {
    expect(composeFaults(changed(from, to)).join('\n')).toContain(fault);
  });
});
