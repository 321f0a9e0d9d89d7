import {
  inspectionReportCalls as calls,
  limits,
  textOfStep,
  type ReportRecord,
  type ReportStep,
} from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { changesIn } from '../../platform/changes-since.ts';
import { useFigures } from '../../platform/figures.ts';
import { call, showFailure } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { isNewest, keepTyped, typedBefore, typedHere, type TypedText } from './kept-report.ts';

interface StepTextProps {
  report: ReportRecord;
  step: ReportStep;
}

/** What is typed here, and what was typed before this window was opened and waits for an answer. */
const useTyped = ({ report: { oid }, step }: StepTextProps) => {
  // Of this window: another member may have signed in in another tab of this browser meanwhile.
  const owner = useSession(({ user }) => user?.oid ?? '');
  const [typed, setTyped] = useState<TypedText | null>(() => typedHere(owner, oid, step));
  const [offered, setOffered] = useState<TypedText | null>(null);
  useEffect(() => {
    if (typedHere(owner, oid, step)) return undefined;
    let isShown = true;
    void typedBefore(owner, oid, step).then((before) => {
      // Whoever types already has begun anew.
      if (isShown && before && !typedHere(owner, oid, step)) setOffered(before);
    });
    return () => {
      isShown = false;
    };
  }, [owner, oid, step]);
  const change = (next: TypedText | null): void => {
    void keepTyped(owner, { oid, step }, next);
    setTyped(next);
    setOffered(null);
  };
  /** The server has answered about a text; what was typed since stays as it is. */
  const settle = (sent: TypedText, next: TypedText | null): void => {
    if (isNewest(owner, oid, step, sent)) change(next);
  };
  return { typed, offered, change, settle };
};

/** A text from before, with its age; it is put back only when somebody asks for it, and never silently over a newer one. */
function Offer({
  offered,
  stored,
  locked,
  onAnswer,
}: {
  offered: TypedText;
  stored: string;
  locked: boolean;
  onAnswer: (taken: TypedText | null) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [opened] = useState(() => Date.now());
  const time = figures.age(Math.max(0, opened - offered.at));
  return (
    <div
      className="report-offer ey-grid ey-gap-8"
      role="group"
      aria-label={text('inspectionReport.typedTake')}
    >
      <p role="status">
        {text(locked ? 'inspectionReport.typedLocked' : 'inspectionReport.typedBefore', { time })}
      </p>
      <p className="report-text">
        <bdi>{offered.text}</bdi>
      </p>
      {!locked && offered.base !== stored ? <p role="alert">{text('inspectionReport.typedNewer')}</p> : null}
      <div className="ey-flow ey-gap-8">
        {locked ? null : (
          <Button type="primary" onClick={() => onAnswer(offered)}>
            {text('inspectionReport.typedTake')}
          </Button>
        )}
        <Button onClick={() => onAnswer(null)}>{text('inspectionReport.typedDrop')}</Button>
      </div>
    </div>
  );
}

/** Keeps the text at the server. What somebody else changed meanwhile is said, and written over only when asked again. */
const useKeeping = (
  { report, step }: StepTextProps,
  settle: (sent: TypedText, next: TypedText | null) => void,
) => {
  const text = useText();
  const client = useQueryClient();
  const [other, setOther] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ text: words, version }: TypedText) =>
      call(calls.addStep, { oid: report.oid, step, text: words, version }, { toast: false }),
    onSuccess: async (_, sent) => {
      await client.invalidateQueries({ queryKey: ['inspectionReport'] });
      settle(sent, null);
      setOther(null);
      showToast('success', text('inspectionReport.kept'));
    },
    onError: (error, given) => {
      const found = changesIn(error);
      if (!found) return showFailure(error);
      settle(given, { ...given, version: found.version });
      setOther(found.changes.at(-1)?.by.name ?? '–');
      return undefined;
    },
  });
  return { mutate, isPending, other };
};

/** The text of a step, as long as the report is a draft. */
export function StepText({ report, step }: StepTextProps): ReactNode {
  const text = useText();
  const stored = report[textOfStep(step)];
  const { typed, offered, change, settle } = useTyped({ report, step });
  const { mutate, isPending, other } = useKeeping({ report, step }, settle);
  const locked = report.state !== 'draft';
  const lost = locked ? (offered ?? typed) : offered;
  const offer = lost ? <Offer offered={lost} stored={stored} locked={locked} onAnswer={change} /> : null;
  if (locked)
    return (
      <>
        {stored ? <p className="report-text">{stored}</p> : null}
        {offer}
      </>
    );
  return (
    <section aria-label={text('inspectionReport.text')}>
      {offer}
      <Input.TextArea
        aria-label={text('inspectionReport.text')}
        rows={6}
        count={{ show: true, max: limits.inspectionReport.textMost }}
        disabled={isPending || offered !== null || !report.allowed.includes('addStep')}
        value={typed?.text ?? stored}
        onChange={({ target }) =>
          change({
            text: target.value,
            version: typed?.version ?? report.version ?? 0,
            base: typed?.base ?? stored,
            at: Date.now(),
          })
        }
      />
      <p>{text('inspectionReport.textHint')}</p>
      {other === null ? null : <p role="alert">{text('inspectionReport.changedBy', { by: other })}</p>}
      {typed && !isPending && typed.base !== stored && other === null ? (
        <p role="alert">{text('inspectionReport.typedNewer')}</p>
      ) : null}
      {typed ? <p role="status">{text('inspectionReport.unkept')}</p> : null}
      <Allowed call={calls.addStep}>
        <Button
          loading={isPending}
          disabled={typed === null}
          onClick={() => {
            if (typed) mutate(typed);
          }}
        >
          {text('inspectionReport.keep')}
        </Button>
      </Allowed>
    </section>
  );
}
