import { CallRefused, CallUnreachable } from '@eyrie/client';
import { languages, phrases } from '@eyrie/phrases';
import { firstPhrases } from '@eyrie/phrases/first';
import { describe, expect, it } from 'vitest';
import { reasonOf, shownOf, worded } from './failures.ts';

const memo = () => ({ network: false, notSignedIn: false });
const refused = (part: { code?: number; message?: string; reason?: string | null; data?: unknown }) =>
  new CallRefused({ status: 409, code: 409, message: 'no', reason: null, data: null, ...part });

describe('what a failed call shows', () => {
  it('the text of the server', () => {
    expect(shownOf(refused({ message: '机场须处于空闲状态' }), memo())).toEqual({
      text: '机场须处于空闲状态',
    });
  });
  it.each([514303, 327014, 319044, 319042, 211001, 513003, 13011])(
    'nothing for device code %i, also inside a text',
    (code) => {
      expect(shownOf(refused({ code }), memo())).toBeNull();
      expect(shownOf(refused({ message: `error ${code}` }), memo())).toBeNull();
    },
  );
  it.each([
    'Camera has started live streaming',
    'No message reply received',
    'request aborted',
    '未收到消息回复',
    '机场未处于飞行控制模式',
    'لا يوجد بث مباشر حاليًا',
  ])('nothing for "%s"', (message) => {
    expect(shownOf(refused({ message }), memo())).toBeNull();
  });
  it('nothing for what the server says is suppressed, in whatever words', () => {
    expect(shownOf(refused({ data: { suppressed: true }, message: '新的说法' }), memo())).toBeNull();
    expect(shownOf(refused({ data: { suppressed: false }, message: '新的说法' }), memo())).toEqual({
      text: '新的说法',
    });
  });
  it.each(languages)('that there is no video stream, in %s', (language) => {
    const message = phrases(language)['refusal.noStream'];
    expect(shownOf(refused({ reason: 'noStream', message }), memo())).toEqual({ text: message });
  });
  it('nothing for a silent device, whose command row says so', () => {
    expect(shownOf(refused({ reason: 'deviceSilent' }), memo())).toBeNull();
  });
  it('nothing for a request that the page itself cancelled', () => {
    expect(shownOf(new DOMException('x', 'AbortError'), memo())).toBeNull();
  });
  it('a network error once until the memo is cleared', () => {
    const seen = memo();
    const error = new CallUnreachable('Network Error', null);
    expect(shownOf(error, seen)).toEqual({ id: 'app.networkError' });
    expect(shownOf(error, seen)).toBeNull();
    seen.network = false;
    expect(shownOf(error, seen)).toEqual({ id: 'app.networkError' });
  });
  it('that the server answered wrongly, with what finds it in the log, and not that the network failed', () => {
    const seen = memo();
    expect(shownOf(new CallUnreachable('no readable answer', 502), seen)).toEqual({
      id: 'app.wrongAnswer',
      values: { trace: 'HTTP 502' },
    });
    expect(shownOf(new CallUnreachable('no readable answer', 500, { correlationId: 'c-1' }), seen)).toEqual({
      id: 'app.wrongAnswer',
      values: { trace: 'HTTP 500 · c-1' },
    });
    // That the network failed has not been said by this.
    expect(shownOf(new CallUnreachable('Network Error', null), seen)).toEqual({ id: 'app.networkError' });
  });
  it('the whole of a text of ours, in each language', () => {
    const reported = { id: 'app.wrongAnswer', values: { trace: 'HTTP 500 · c-1' } } as const;
    for (const messages of Object.values(firstPhrases)) {
      expect(worded(reported, messages)).toContain('HTTP 500 · c-1');
      expect(worded(reported, messages)).not.toMatch(/[{}]/);
    }
  });
  it('a lost session once', () => {
    const seen = memo();
    const error = refused({ reason: 'notSignedIn', message: '用户未登录' });
    expect(shownOf(error, seen)).toEqual({ text: '用户未登录' });
    expect(shownOf(error, seen)).toBeNull();
  });
});

describe('why something could not be loaded', () => {
  it('is said in the words of the server', () => {
    expect(reasonOf(refused({ message: '没有权限' }))).toEqual({ text: '没有权限' });
  });
  it('is said in ours where there are none, also of what a toast would not tell', () => {
    expect(reasonOf(new CallUnreachable('Network Error', null))).toEqual({ id: 'app.networkError' });
    expect(reasonOf(refused({ message: '' }))).toEqual({ id: 'app.failed' });
    expect(reasonOf(refused({ reason: 'deviceSilent' }))).toEqual({ text: 'no' });
  });
});
