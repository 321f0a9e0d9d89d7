import { expect, it } from 'vitest';
import { webhookEvents } from './webhook.calls.ts';
import { webhookData, webhookExamples, webhookMessage } from './webhook.events.ts';

it('has one shape and one example for each event that can be chosen', () => {
  expect(Object.keys(webhookData).toSorted()).toEqual([...webhookEvents].toSorted());
  for (const event of webhookEvents)
    expect(webhookData[event].strict().parse(webhookExamples[event])).toBeTruthy();
});

it('refuses a message of another event, and one without what it promises', () => {
  const message = (type: string, data: object) => ({ type, timestamp: '2026-11-28T09:00:00.000Z', data });
  const over = webhookMessage('flight.over');
  const example = webhookExamples['flight.over'];
  expect(over.safeParse(message('flight.over', example)).success).toBe(true);
  expect(over.safeParse(message('flight.started', example)).success).toBe(false);
  const { dockOID: _left, ...short } = example;
  expect(over.safeParse(message('flight.over', short)).success).toBe(false);
});
