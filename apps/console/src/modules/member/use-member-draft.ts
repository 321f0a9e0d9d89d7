import { CallRefused } from '@eyrie/client';
import type { MemberRecord, SavedMember } from '@eyrie/domain';
import { useState } from 'react';
import { useOrganisationZone } from '../../platform/display.ts';
import { issuesIn } from '../../platform/field-issues.ts';
import { useFormDraft } from '../../platform/form-draft.ts';
import { showFailure } from '../../platform/http.ts';
import { serverTime } from '../../platform/server-time.ts';
import type { FieldLabels } from '../../platform/changes-since.ts';
import { useReadVersion } from '../../platform/read-version.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { fieldsOf, issuesOfMember, requestOf, type MemberFields } from './member-form.rules.ts';
import { useMemberSave } from './member.queries.ts';

export const labels: FieldLabels = {
  account: 'member.account',
  name: 'member.name',
  phone: 'member.phone',
  groupOID: 'member.department',
  enabled: 'member.enabled',
  validUntil: 'member.validUntil',
};

type Failures = Partial<Record<keyof MemberFields, string>>;

/** Which field the server refused, and how it says so; null: the refusal is about none. */
function failuresOf(error: Error): Failures | null {
  if (!(error instanceof CallRefused)) return null;
  if (error.reason === 'accountTaken') return { account: error.message };
  if (error.reason === 'roleElsewhere' || error.reason === 'grantBeyondOwn')
    return { roleOIDs: error.message };
  const issues = issuesIn(error.data);
  return issues.length > 0 ? Object.fromEntries(issues.map(({ path, message }) => [path, message])) : null;
}

/** What stands beside a field: the fault that the server or the rules found, if any. */
export type FaultOf = (name: keyof MemberFields) => { validateStatus?: 'error'; help?: string };

export interface MemberDraftOptions {
  /** Null: a new one. */
  member: MemberRecord | null;
  /** Department of a new one. */
  groupOID: string;
  onDone: (saved: SavedMember) => void;
}

/** What is typed about a member, what is wrong with it, and saving it. */
export const useMemberDraft = ({ member, groupOID, onDone }: MemberDraftOptions) => {
  const text = useText();
  const save = useMemberSave();
  const { read, stopped } = useReadVersion(member?.version, labels);
  const zone = useOrganisationZone();
  const { start, fields, change, unsaved } = useFormDraft(() => fieldsOf(member, groupOID, zone));
  const [now] = useState(() => serverTime() ?? Date.now());
  const [failures, setFailures] = useState<Failures>({});
  const set = (part: Partial<MemberFields>): void => {
    change(part);
    setFailures((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  const issues = issuesOfMember(fields, start, { now, zone });
  const ready = fields.account.trim() !== '' && fields.name.trim() !== '' && Object.keys(issues).length === 0;
  const submit = (): void =>
    save.mutate(
      { ...requestOf(fields, start, { oid: member?.oid ?? null, zone }), ...read },
      {
        onSuccess: (saved) => {
          showToast('success', text('member.saved', { name: saved.name }));
          onDone(saved);
        },
        onError: (error) => {
          const found = failuresOf(error);
          if (found) setFailures(found);
          else if (!stopped(error)) showFailure(error);
        },
      },
    );
  const fault: FaultOf = (name) => {
    const issue = issues[name];
    const help = failures[name] ?? (issue ? text(issue) : undefined);
    return help === undefined ? {} : { validateStatus: 'error', help };
  };
  return { fields, set, fault, zone, form: { unsaved, ready, busy: save.isPending, onSubmit: submit } };
};
