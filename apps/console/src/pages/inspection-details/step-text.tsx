import {
  inspectionReportCalls as calls,
  limits,
  textOfStep,
  type ReportRecord,
  type ReportStep,
} from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { changesIn } from '../../platform/changes-since.ts';
import { call, showFailure } from '../../platform/http.ts';
import { kept } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

interface Draft {
  text: string;
  /** Of the report when its writer began. */
  version: number;
}
/** What was typed and not kept, by member, report and step: it outlasts a visit to another page. */
const drafts = new Map<string, Draft>();

/** The text of a step, as long as the report is a draft. */
export function StepText({ report, step }: { report: ReportRecord; step: ReportStep }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const key = `${kept('signedInAs')?.oid ?? ''} ${report.oid} ${step}`;
  const [draft, setDraft] = useState<Draft | null>(() => drafts.get(key) ?? null);
  const [other, setOther] = useState<string | null>(null);
  const stored = report[textOfStep(step)];
  const change = (next: Draft | null): void => {
    if (next) drafts.set(key, next);
    else drafts.delete(key);
    setDraft(next);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (given: Draft) => call(calls.addStep, { oid: report.oid, step, ...given }, { toast: false }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['inspectionReport'] });
      change(null);
      setOther(null);
      showToast('success', text('inspectionReport.kept'));
    },
    onError: (error, given) => {
      const found = changesIn(error);
      if (!found) return showFailure(error);
      change({ ...given, version: found.version });
      setOther(found.changes.at(-1)?.by.name ?? '–');
      return undefined;
    },
  });
  if (report.state !== 'draft') return stored ? <p className="report-text">{stored}</p> : null;
  return (
    <section aria-label={text('inspectionReport.text')}>
      <Input.TextArea
        aria-label={text('inspectionReport.text')}
        rows={6}
        count={{ show: true, max: limits.inspectionReport.textMost }}
        disabled={isPending || !report.allowed.includes('addStep')}
        value={draft?.text ?? stored}
        onChange={({ target }) =>
          change({ text: target.value, version: draft?.version ?? report.version ?? 0 })
        }
      />
      <p>{text('inspectionReport.textHint')}</p>
      {other === null ? null : <p role="alert">{text('inspectionReport.changedBy', { by: other })}</p>}
      {draft ? <p role="status">{text('inspectionReport.unkept')}</p> : null}
      <Allowed call={calls.addStep}>
        <Button
          loading={isPending}
          disabled={draft === null}
          onClick={() => {
            if (draft) mutate(draft);
          }}
        >
          {text('inspectionReport.keep')}
        </Button>
      </Allowed>
    </section>
  );
}
