import { commandRules, limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { answerTimeout } from './command.deadline.ts';

it('a call waits as long as all steps of its order may take', () => {
  const { startJob, hover } = commandRules;
  expect(answerTimeout('hover')).toBeGreaterThan(hover.ttl + hover.ack);
  expect(answerTimeout('hover')).toBeLessThan(hover.ttl + hover.ack + limits.command.ack);
  expect(answerTimeout('startJob')).toBeGreaterThan(startJob.ttl + startJob.ack + limits.command.ack);
});
