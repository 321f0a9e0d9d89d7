import {
  openCommands,
  openDevicePublishes,
  openDeviceSubscribes,
  openExamples,
  openMessages,
  openRules,
} from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asyncApi } from './asyncapi.ts';
import { asyncApiPage } from './asyncapi-page.ts';

type Json = Record<string, unknown>;
const document = JSON.parse(JSON.stringify(asyncApi('1.2.3', 'mqtts://docks.example:8883'))) as Json;
const kinds = [...openDevicePublishes, ...openDeviceSubscribes];

/** What a pointer of the document leads to. */
const found = (pointer: string): unknown => {
  const parts = pointer.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>((within, part) => (within as Json | undefined)?.[part], document);
};

/** Every `$ref` of the document. */
const references = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === '$ref' ? [String(inner)] : references(inner),
      );

const message = (kind: string) =>
  found(`#/components/messages/${kind}`) as { payload: Json; examples: { payload: Json }[] };

describe('the description of the contract', () => {
  it('is AsyncAPI 3 and leads nowhere that is not there', () => {
    expect(document).toMatchObject({ asyncapi: '3.0.0', info: { version: '1.2.3' } });
    expect(found('#/servers/broker')).toMatchObject({ host: 'docks.example:8883', protocol: 'secure-mqtt' });
    const all = references(document);
    expect(all.length).toBeGreaterThan(4 * kinds.length);
    expect(all.filter((pointer) => found(pointer) === undefined)).toEqual([]);
  });

  it.each(kinds)('has the channel, the direction and the message of %s', (kind) => {
    expect(found(`#/channels/${kind}`)).toMatchObject({
      address: `eyrie/v1/{sn}/${kind}`,
      parameters: { sn: { $ref: '#/components/parameters/sn' } },
    });
    const sends = (openDevicePublishes as readonly string[]).includes(kind);
    const qos = kind === 'state' || kind === 'command' ? 0 : 1;
    expect(found(`#/operations/${kind}`)).toMatchObject({
      action: sends ? 'send' : 'receive',
      channel: { $ref: `#/channels/${kind}` },
      bindings: { mqtt: { qos, retain: false } },
    });
  });

  it.each(kinds)('has examples of %s that fit its schema and its declaration', (kind) => {
    const { payload, examples } = message(kind);
    const schema = z.fromJSONSchema(payload);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(schema.safeParse(example.payload).error).toBeUndefined();
      expect(openMessages[kind].safeParse(example.payload).error).toBeUndefined();
    }
    // The schema is no rubber stamp.
    expect(schema.safeParse({}).success).toBe(false);
    const [first] = examples;
    for (const field of (payload as { required: string[] }).required)
      expect(schema.safeParse({ ...first?.payload, [field]: undefined }).success, field).toBe(false);
  });

  it('says every rule and the arguments of every command', () => {
    const { description } = found('#/info') as { description: string };
    for (const [rule, sentence] of Object.entries(openRules))
      expect(description).toContain(`**${rule}**: ${sentence}`);
    for (const name of Object.keys(openCommands))
      expect(found(`#/components/schemas/${name}Arguments`)).toMatchObject({ type: 'object' });
  });
});

it('is readable as a page', () => {
  const page = asyncApiPage('1.2.3', 'mqtt://docks.example:1883');
  for (const kind of kinds) expect(page).toContain(`eyrie/v1/{sn}/${kind}`);
  for (const rule of Object.keys(openRules)) expect(page).toContain(`<code>${rule}</code>`);
  for (const name of Object.keys(openCommands)) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('mqtt://docks.example:1883');
  expect(page).toContain(openExamples.state[0]?.task?.name ?? '-');
});
