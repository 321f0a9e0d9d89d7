import {
  limits,
  nameLanguageOf,
  nameLanguages,
  noticeCalls,
  type NoticeKind,
  type NoticeLevel,
  type NoticeRecord,
  type NoticeTexts,
} from '@eyrie/domain';
import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLanguage } from '../../platform/language.ts';
import {
  RecordForm,
  type FieldValue,
  type OwnField,
  type RecordFormRoom,
  type Said,
} from '../../platform/list/index.ts';
import { PeriodField } from '../../platform/period-field.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';

/** What is to be written: a new one of a kind for somebody, or one that stands. */
export type NoticeFormTarget =
  | { kind: NoticeKind; scope: NoticeRecord['scope']; record: null }
  | { record: NoticeRecord };

interface Begun {
  texts: { [Language in keyof NoticeTexts]: string };
  level: NoticeLevel;
  /** Epoch ms. */
  from: number;
  until: number;
  onSignIn: boolean;
}

const languageName = { zh: 'language.zh-CN', en: 'language.en', ar: 'language.ar' } as const;
const { textMax } = limits.operation.notice;
const hour = 3_600_000;

/** What is proposed: an announcement for a day from now, maintenance for an hour in an hour. */
const begunWith = (target: NoticeFormTarget): Begun => {
  if (target.record) {
    const { texts, level, from, until, onSignIn } = target.record;
    return { texts, level, from, until, onSignIn };
  }
  const now = serverTime() ?? Date.now();
  const shared = { texts: { zh: '', en: '', ar: '' } };
  return target.kind === 'maintenance'
    ? { ...shared, level: 'attention', from: now + hour, until: now + 2 * hour, onSignIn: true }
    : { ...shared, level: 'info', from: now, until: now + 24 * hour, onSignIn: false };
};

const textsOf = (value: FieldValue): Record<string, string> => ({
  ...(value as Record<string, string> | null),
});
const textsFault = (value: FieldValue): Said | null => {
  const texts = Object.values(textsOf(value));
  if (texts.every((one) => one.trim() === '')) return 'issue.required';
  return texts.some((one) => one.length > textMax) ? ['issue.tooLong', { max: textMax }] : null;
};

/** The text in each language, the reader's own first. One is enough. */
function Texts({ id, value, onChange, what }: OwnField & { what: string }): ReactNode {
  const text = useText();
  const own = nameLanguageOf(useLanguage((state) => state.language));
  const texts = textsOf(value);
  return [own, ...nameLanguages.filter((one) => one !== own)].map((language, at) => (
    <Form.Item
      key={language}
      label={`${what} · ${text(languageName[language])}`}
      htmlFor={at === 0 ? id : `${id}${language}`}
    >
      <Input.TextArea
        id={at === 0 ? id : `${id}${language}`}
        data-autofocus={at === 0 ? true : undefined}
        lang={language}
        dir="auto"
        autoSize={{ minRows: at === 0 ? 2 : 1, maxRows: 6 }}
        count={{ show: true, max: textMax }}
        value={texts[language] ?? ''}
        onChange={({ target }) => onChange({ ...texts, [language]: target.value })}
      />
    </Form.Item>
  ));
}

/** From when until when: both ends in one field. */
function Period({ values, change }: OwnField): ReactNode {
  const text = useText();
  const open: [string, string] = [text('operation.notice.from'), text('operation.notice.until')];
  const written = (name: string): string => (typeof values[name] === 'number' ? String(values[name]) : '');
  const moment = (at: string): number | null => (at === '' ? null : Number(at));
  return (
    <PeriodField
      label={`${open[0]} – ${open[1]}`}
      open={open}
      from={written('from')}
      to={written('until')}
      onChange={({ from, to }) => change({ from: moment(from), until: moment(to) })}
    />
  );
}
const drawPeriod = (field: OwnField): ReactNode => <Period {...field} />;

const fieldsOf = (
  kind: NoticeKind,
  scope: NoticeRecord['scope'],
  what: string,
): RecordFormRoom['fields'] => ({
  texts: {
    label: kind === 'maintenance' ? 'field.reason' : 'operation.notice.text',
    hint: 'operation.notice.textHint',
    required: true,
    check: textsFault,
    field: (field) => <Texts {...field} what={what} />,
  },
  from: { label: 'operation.notice.period', required: true, field: drawPeriod },
  until: { label: 'operation.notice.until', required: true, drawnWith: 'from', field: () => null },
  ...(kind === 'announcement'
    ? { level: { label: 'operation.notice.level', options: 'operation.notice.level' } }
    : {}),
  ...(scope === 'instance' ? { onSignIn: { label: 'operation.notice.onSignIn' } } : {}),
});

const titles = {
  announcement: { organisation: 'operation.notice.add', instance: 'operation.notice.addForAll' },
  maintenance: {
    organisation: 'operation.notice.addMaintenance',
    instance: 'operation.notice.addMaintenance',
  },
} as const;

/** Writes a new announcement or plans maintenance, or changes one that is not over. */
export function NoticeForm({
  target,
  onClose,
}: {
  target: NoticeFormTarget;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const [begun] = useState(() => begunWith(target));
  const { record } = target;
  const { kind, scope } = record ?? target;
  const what = text(kind === 'maintenance' ? 'field.reason' : 'operation.notice.text');
  const { level, onSignIn } = begun;
  // An edit says the whole; who announces to one organisation says neither kind nor sign-in page.
  const fixed = record ? begun : scope === 'instance' ? { kind, level, onSignIn } : {};
  return (
    <RecordForm
      form={{ word: 'notice', saved: 'operation.notice.saved', fields: fieldsOf(kind, scope, what) }}
      title={record ? 'operation.notice.editTitle' : titles[kind][scope]}
      call={record ? noticeCalls.edit : scope === 'organisation' ? noticeCalls.add : noticeCalls.addForAll}
      {...(record ? { record } : {})}
      begun={{ ...begun }}
      fixed={fixed}
      onClose={onClose}
    />
  );
}
