import { CallRefused, CallUnreachable, CallUnreadable } from '@eyrie/client';
import { isSuppressed, silentDeviceCodes } from '@eyrie/domain';
import type { FirstPhraseId } from '@eyrie/phrases/first';

/** A text of ours, and what stands in it. */
export interface OwnText {
  id: FirstPhraseId;
  values?: Readonly<Record<string, string>>;
}
/** What a failed call shows: the server's own text, one of ours, or nothing. */
export type Shown = { text: string } | OwnText | null;

/** Texts that are shown once and then not again: until the next navigation, or for the whole session. */
export interface FailureMemo {
  network: boolean;
  notSignedIn: boolean;
}

/** The texts of the spec as a relay in between may say them, in each language; our own server says what they are. */
const silentTexts: readonly string[] = [
  ...silentDeviceCodes.map(String),
  'camera has started live streaming',
  'no message reply received',
  'current state of the drone does not support this function',
  'there are no live stream currently',
  'dock is not in flight control mode',
  'request aborted',
  '相机已开始直播',
  '未收到消息回复',
  '无人机当前状态不支持该功能',
  '当前没有直播流',
  '机场未处于飞行控制模式',
  '请求已中止',
  'بدأت الكاميرا البث المباشر',
  'لم يرد أي رد على الرسالة',
  'حالة الطائرة الحالية لا تدعم هذه الوظيفة',
  'لا يوجد بث مباشر حاليًا',
  'المحطة ليست في وضع التحكم بالطيران',
  'أُلغي الطلب',
];

const saysSuppressed = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'suppressed' in data && data.suppressed === true;

/** True for refusals that raise no toast; the command's own row and the audit log show them. */
export const isSilent = (refused: CallRefused): boolean => {
  const message = refused.message.toLowerCase();
  return (
    saysSuppressed(refused.data) ||
    isSuppressed(refused.code, refused.reason) ||
    silentTexts.some((text) => message.includes(text))
  );
};

const wrongAnswer = (status: number, correlationId: string | null): OwnText => ({
  id: 'app.wrongAnswer',
  values: { trace: [`HTTP ${status}`, ...(correlationId === null ? [] : [correlationId])].join(' · ') },
});

/** What is said of a call that failed without a word of the server's own. */
export const faultOf = (error: unknown): OwnText => {
  if (error instanceof CallUnreachable && error.status !== null)
    return wrongAnswer(error.status, error.correlationId);
  if (error instanceof CallUnreachable || error instanceof TypeError) return { id: 'app.networkError' };
  if (error instanceof CallUnreadable) return { id: 'app.pageFailedHint' };
  return { id: 'app.failed' };
};

/** Why something could not be loaded, for where it would stand: a refusal in the server's words, else one of ours. */
export const reasonOf = (error: unknown): { text: string } | OwnText =>
  error instanceof CallRefused && error.message !== '' ? { text: error.message } : faultOf(error);

/** A text of ours in full. Beside the components there is no formatter; these texts hold plain places only. */
export const worded = ({ id, values = {} }: OwnText, messages: Readonly<Record<string, string>>): string =>
  (messages[id] ?? id).replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** Decides what a failed call shows and notes in `memo` what need not be shown again. */
export const shownOf = (error: unknown, memo: FailureMemo): Shown => {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (!(error instanceof CallRefused)) {
    const fault = faultOf(error);
    if (fault.id !== 'app.networkError') return fault;
    if (memo.network) return null;
    memo.network = true;
    return fault;
  }
  if (isSilent(error)) return null;
  if (error.reason === 'notSignedIn') {
    if (memo.notSignedIn) return null;
    memo.notSignedIn = true;
  }
  return error.message === '' ? { id: 'app.failed' } : { text: error.message };
};
