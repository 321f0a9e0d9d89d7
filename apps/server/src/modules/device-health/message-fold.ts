import { isRecord, type DeviceMessage } from '@eyrie/dji';

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const statusOf = (data: Record<string, unknown>): string => {
  const output = isRecord(data.output) ? data.output : {};
  return text(output.status) || text(data.status);
};

/** Codes of a health list, without their order: the list comes every few seconds, changed or not. */
const codesOf = (data: Record<string, unknown>): string =>
  Array.isArray(data.list)
    ? data.list
        .map((item) => (isRecord(item) ? text(item.code) : ''))
        .toSorted()
        .join(' ')
    : '';

/**
 * What makes two messages of a dock say the same, so that the second is only counted: progress that did not change
 * its word, health that did not change its list, streams of one method. Null: every one counts for itself.
 */
export const foldKey = (
  direction: 'up' | 'down',
  kind: string,
  sn: string,
  message: Pick<DeviceMessage, 'method' | 'data' | 'needReply' | 'tid'>,
): string | null => {
  const { method, needReply, tid } = message;
  const data = isRecord(message.data) ? message.data : {};
  const base = `${direction} ${kind} ${sn} ${method ?? ''}`;
  if (kind === 'services' || kind === 'services_reply' || kind === 'property_set')
    return tid && `${base} ${tid}`;
  if (direction === 'down') return `${base} ${text(data.result)}`;
  if (method === 'hms') return `${base} ${codesOf(data)}`;
  if (kind === 'state') return `${base} ${JSON.stringify(message.data)?.slice(0, 1_000)}`;
  const status = statusOf(data);
  if (status) return `${base} ${status} ${text(data.result)}`;
  if (needReply || kind !== 'events') return tid && `${base} ${tid}`;
  return base;
};
