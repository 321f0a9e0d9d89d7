import { CallRefused } from '@eyrie/client';
import {
  limits,
  nameLanguageOf,
  nameLanguages,
  noticeLevels,
  type NoticeKind,
  type NoticeLevel,
  type NoticeRecord,
  type NoticeTexts,
} from '@eyrie/domain';
import { Alert, Form, Input, Segmented, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useFormDraft } from '../../platform/form-draft.ts';
import { useLanguage } from '../../platform/language.ts';
import { PeriodField } from '../../platform/period-field.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useNoticeAdd, useNoticeAddForAll, useNoticeEdit } from './notice.queries.ts';
import './notice.css';

/** What is to be written: a new one of a kind for somebody, or one that stands. */
export type NoticeFormTarget =
  | { kind: NoticeKind; scope: NoticeRecord['scope']; record: null }
  | { record: NoticeRecord };

interface Draft {
  texts: NoticeTexts;
  level: NoticeLevel;
  /** Epoch ms as text; empty: not chosen yet. */
  from: string;
  to: string;
  onSignIn: boolean;
}
interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

const languageName = { zh: 'language.zh-CN', en: 'language.en', ar: 'language.ar' } as const;

const hour = 3_600_000;

/** What is proposed: an announcement for a day from now, maintenance for an hour in an hour. */
const draftOf = (target: NoticeFormTarget): Draft => {
  const now = serverTime() ?? Date.now();
  const { record } = target;
  if (record)
    return {
      texts: record.texts,
      level: record.level,
      from: String(record.from),
      to: String(record.until),
      onSignIn: record.onSignIn,
    };
  const { kind } = target;
  return {
    texts: { zh: '', en: '', ar: '' },
    level: kind === 'maintenance' ? 'attention' : 'info',
    ...(kind === 'maintenance'
      ? { from: String(now + hour), to: String(now + 2 * hour) }
      : { from: String(now), to: String(now + 24 * hour) }),
    onSignIn: kind === 'maintenance',
  };
};

/** The text in each language, the reader's own first. One is enough. */
function Texts({ draft, change, kind }: PartProps & { kind: NoticeKind }): ReactNode {
  const text = useText();
  const id = useId();
  const own = nameLanguageOf(useLanguage((state) => state.language));
  const languages = [own, ...nameLanguages.filter((one) => one !== own)];
  const what = text(kind === 'maintenance' ? 'operation.notice.reason' : 'operation.notice.text');
  return (
    <div className="notice-texts">
      {languages.map((language, at) => (
        <Form.Item
          key={language}
          label={`${what} · ${text(languageName[language])}`}
          htmlFor={`${id}${language}`}
          extra={at === languages.length - 1 ? text('operation.notice.textHint') : undefined}
        >
          <Input.TextArea
            id={`${id}${language}`}
            data-autofocus={at === 0 ? true : undefined}
            lang={language}
            dir="auto"
            autoSize={{ minRows: at === 0 ? 2 : 1, maxRows: 6 }}
            count={{ show: true, max: limits.operation.notice.textMax }}
            value={draft.texts[language]}
            onChange={({ target }) => change({ texts: { ...draft.texts, [language]: target.value } })}
          />
        </Form.Item>
      ))}
    </div>
  );
}

function Circumstances({
  draft,
  change,
  kind,
  scope,
}: PartProps & { kind: NoticeKind; scope: NoticeRecord['scope'] }): ReactNode {
  const text = useText();
  const id = useId();
  const open: [string, string] = [text('operation.notice.from'), text('operation.notice.until')];
  return (
    <>
      <Form.Item label={`${open[0]} – ${open[1]}`} required>
        <PeriodField
          label={`${open[0]} – ${open[1]}`}
          open={open}
          from={draft.from}
          to={draft.to}
          onChange={change}
        />
      </Form.Item>
      {kind === 'announcement' ? (
        <Form.Item label={text('operation.notice.level')}>
          <Segmented<NoticeLevel>
            aria-label={text('operation.notice.level')}
            value={draft.level}
            options={noticeLevels.map((value) => ({
              value,
              label: text(`operation.notice.level.${value}`),
            }))}
            onChange={(level) => change({ level })}
          />
        </Form.Item>
      ) : null}
      {scope === 'instance' ? (
        <Form.Item>
          <Switch
            checked={draft.onSignIn}
            aria-labelledby={id}
            onChange={(onSignIn) => change({ onSignIn })}
          />{' '}
          <span id={id}>{text('operation.notice.onSignIn')}</span>
        </Form.Item>
      ) : null}
    </>
  );
}

const useSaving = (target: NoticeFormTarget, draft: Draft, onClose: () => void) => {
  const text = useText();
  const add = useNoticeAdd();
  const addForAll = useNoticeAddForAll();
  const edit = useNoticeEdit();
  const { texts, level, onSignIn } = draft;
  const fields = { texts, level, from: Number(draft.from), until: Number(draft.to) };
  const callbacks = {
    onSuccess: () => {
      showToast('success', text('operation.notice.saved'));
      onClose();
    },
  };
  const save = (): void => {
    if (target.record) edit.mutate({ oid: target.record.oid, ...fields, onSignIn }, callbacks);
    else if (target.scope === 'organisation') add.mutate(fields, callbacks);
    else addForAll.mutate({ kind: target.kind, ...fields, onSignIn }, callbacks);
  };
  const error = add.error ?? addForAll.error ?? edit.error;
  return { save, error, pending: add.isPending || addForAll.isPending || edit.isPending };
};

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
  const { fields: draft, change, unsaved } = useFormDraft(() => draftOf(target));
  const { kind, scope } = target.record ?? target;
  const { save, error, pending } = useSaving(target, draft, onClose);
  const written = nameLanguages.some((language) => draft.texts[language].trim() !== '');
  return (
    <FormDialog
      title={text(target.record ? 'operation.notice.editTitle' : titles[kind][scope])}
      onClose={onClose}
      unsaved={unsaved}
      ready={written && draft.from !== '' && draft.to !== ''}
      busy={pending}
      onSubmit={save}
    >
      <Texts draft={draft} change={change} kind={kind} />
      <Circumstances draft={draft} change={change} kind={kind} scope={scope} />
      {error ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={error instanceof CallRefused ? error.message : text('app.failed')}
        />
      ) : null}
    </FormDialog>
  );
}
