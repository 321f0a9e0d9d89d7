import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEnvelope,
  decodeJson,
  duplicateKey,
  encodeReply,
  parseTopic,
  readInstant,
  replyTopic,
  topics,
} from './index.ts';
import type { DeviceMessage } from './index.ts';

const read = (payload: Uint8Array | string): DeviceMessage => {
  const decoded = decodeEnvelope(payload);
  if (!decoded.ok) throw new Error(decoded.fault);
  return decoded.message;
};

describe('topics', () => {
  it('builds and reads the same', () => {
    expect(parseTopic(topics.osd('AC1'))).toEqual({ kind: 'osd', sn: 'AC1' });
    expect(parseTopic(topics.status('GW1'))).toEqual({ kind: 'status', sn: 'GW1' });
    expect(parseTopic('thing/product/GW1/status')).toEqual({ kind: 'status', sn: 'GW1' });
    expect(replyTopic('status', 'GW1')).toBe('sys/product/GW1/status_reply');
    expect(parseTopic(topics.propertySetReply('GW1'))).toEqual({ kind: 'property_set_reply', sn: 'GW1' });
    expect(parseTopic(topics.drcUp('GW1'))).toEqual({ kind: 'drc_up', sn: 'GW1' });
    expect(replyTopic('requests', 'GW1')).toBe('thing/product/GW1/requests_reply');
  });

  it.each([
    'thing/product/GW1/services',
    'thing/product/GW1/events_reply',
    'sys/product/GW1/osd',
    'thing/product//osd',
    'thing/product/+/osd',
    'thing/product/GW1/osd/x',
    'thing/product/GW1',
    `${'a/'.repeat(150)}osd`,
    '',
  ])('knows no device topic %s', (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });

  it.each(['', '+', '#', 'a/b', 'ü', 'x'.repeat(65)])('builds none for the serial number %s', (sn) => {
    expect(() => topics.services(sn)).toThrow(RangeError);
  });
});

describe('decodeEnvelope', () => {
  it('reads a reply without gateway and keeps what it does not know', () => {
    const message = read(
      '{"tid":"t3","bid":"b3","timestamp":1763690000000,"method":"cover_open","data":{"result":0},"novel":{"a":1}}',
    );
    expect(message).toMatchObject({ tid: 't3', bid: 'b3', gateway: null, needReply: false });
    expect(message.raw.novel).toEqual({ a: 1 });
  });

  it.each([
    ['null', null],
    ['""', ''],
    ['{}', {}],
    ['[{"icao":"A"}]', [{ icao: 'A' }]],
  ])('takes data %s', (data, expected) => {
    expect(read(`{"tid":"t","bid":"b","timestamp":1,"data":${data}}`).data).toEqual(expected);
  });

  it.each([
    ['size', JSON.stringify({ data: 'x'.repeat(70_000) })],
    ['size', new Uint8Array(70_000)],
    ['depth', '['.repeat(10_000)],
    ['depth', `{"data":${'{"a":'.repeat(24)}1${'}'.repeat(24)}}`],
    ['json', '{"tid":'],
    ['json', ''],
    ['shape', '[1]'],
    ['shape', '"text"'],
    ['shape', 'null'],
    ['shape', JSON.stringify({ tid: 'x'.repeat(1_000) })],
    ['encoding', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ])('refuses by %s', (fault, payload) => {
    expect(decodeEnvelope(payload)).toEqual({ ok: false, fault });
  });

  it('counts brackets in structure only', () => {
    expect(read(JSON.stringify({ data: { text: '\\"[[[['.repeat(50) } })).data).toBeTypeOf('object');
  });

  it.each([
    '{"data":{"__proto__":{"polluted":1},"a":1}}',
    '{"data":{"\\u005f_proto__":{"polluted":1},"a":1}}',
  ])('drops prototype keys of %s', (payload) => {
    const { data } = read(payload);
    expect(Object.keys(Object(data))).toEqual(['a']);
    expect(Object.assign({}, data)).not.toHaveProperty('polluted');
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 200 }), fc.json()), (payload) => {
        const decoded = decodeEnvelope(payload);
        expect(typeof decoded.ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });

  it('reads any JSON it accepts as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const text = JSON.stringify(value);
        expect(decodeJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });
});

describe('readInstant', () => {
  it.each([
    [1_763_690_000, 1_763_690_000_000],
    [1_763_690_000_123, 1_763_690_000_123],
    [17_636_900_001_234, 17_636_900_001_234],
    ['1763690000123', 1_763_690_000_123],
    [0, null],
    [-5, null],
    ['soon', null],
    [null, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('reads %s as %s', (value, expected) => {
    expect(readInstant(value)).toBe(expected);
  });
});

describe('encodeReply', () => {
  it('repeats tid, bid and method', () => {
    const message = read(
      '{"tid":"t","bid":"b","timestamp":1,"gateway":"GW","method":"hms","need_reply":1,"data":{}}',
    );
    expect(message.needReply).toBe(true);
    expect(JSON.parse(encodeReply(message, { result: 0 }, 5) ?? '')).toEqual({
      tid: 't',
      bid: 'b',
      timestamp: 5,
      gateway: 'GW',
      method: 'hms',
      data: { result: 0 },
    });
    expect(duplicateKey(message)).toBe('hms\nt\nb');
  });

  it('has nothing to answer without a tid', () => {
    expect(encodeReply(read('{"data":{}}'), { result: 0 }, 5)).toBeNull();
    expect(duplicateKey(read('{"data":{}}'))).toBeNull();
  });
});

it('reads the moment also under the key that some documents print', () => {
  const decoded = decodeEnvelope(JSON.stringify({ tid: 't', 'timestamp:': 1_700_000_000_000, data: {} }));
  expect(decoded).toMatchObject({ ok: true, message: { timestamp: 1_700_000_000_000 } });
  const both = decodeEnvelope(JSON.stringify({ timestamp: 1_700_000_000_001, 'timestamp:': 5 }));
  expect(both).toMatchObject({ message: { timestamp: 1_700_000_000_001 } });
});
