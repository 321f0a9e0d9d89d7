import type { MemberRecord } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { useState } from 'react';
import {
  useAuthenticatorReset,
  useMemberEnable,
  useMemberRemove,
  useMemberReset,
} from '../../modules/member/administration/index.ts';
import { useDeletion } from '../../platform/deletion.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** Options of a call that shows `sentence` when it is done. */
type WithToast = (sentence: string) => { onSuccess: () => void };

const oidsOf = (members: readonly MemberRecord[]): string[] => members.map((member) => member.oid);

const useEnabling = (withToast: WithToast) => {
  const text = useText();
  const confirm = useConfirm();
  const setEnabled = useMemberEnable();
  return async (members: readonly MemberRecord[], enabled: boolean): Promise<void> => {
    const title =
      members.length === 1
        ? text('member.disableTitle', { name: members[0]?.name ?? '' })
        : text('member.disableManyTitle', { count: members.length });
    const question = { title, content: text('member.disableHint'), verb: text('member.disable') };
    const agreed = enabled || (await confirm({ ...question, danger: true }));
    if (!agreed) return;
    const sentence = text(enabled ? 'member.enabled' : 'member.disabled');
    setEnabled.mutate({ oids: oidsOf(members), enabled }, withToast(sentence));
  };
};

const useRemoving = (onDone: () => void) => {
  const text = useText();
  const remove = useDeletion(useMemberRemove(), onDone);
  return (members: readonly MemberRecord[]): Promise<void> => {
    const title =
      members.length === 1
        ? text('member.deleteTitle', { name: members[0]?.name ?? '' })
        : text('member.deleteManyTitle', { count: members.length });
    return remove(oidsOf(members), { title, done: text('member.deleted') });
  };
};

/** A new password for one sign-in; it is kept until it was shown. */
const useResetting = () => {
  const text = useText();
  const confirm = useConfirm();
  const resetting = useMemberReset();
  const [secret, setSecret] = useState<{ name: string; password: string } | null>(null);
  const reset = async (member: MemberRecord): Promise<void> => {
    const title = text('member.resetTitle', { name: member.name });
    if (!(await confirm({ title, content: text('member.resetHint'), verb: text('member.reset') }))) return;
    resetting.mutate(member.oid, {
      onSuccess: ({ initialPassword }) => {
        if (initialPassword) setSecret({ name: member.name, password: initialPassword });
      },
    });
  };
  return {
    reset,
    secret,
    showSecret: (name: string, password: string) => setSecret({ name, password }),
    forget: () => setSecret(null),
  };
};

const useAuthenticatorRemoval = (withToast: WithToast) => {
  const text = useText();
  const confirm = useConfirm();
  const authenticator = useAuthenticatorReset();
  return async (member: MemberRecord): Promise<void> => {
    const title = text('member.authenticatorTitle', { name: member.name });
    const content = text('member.authenticatorHint');
    const verb = text('member.authenticatorReset');
    if (!(await confirm({ title, content, verb, danger: true }))) return;
    authenticator.mutate(member.oid, withToast(text('member.authenticatorGone')));
  };
};

/** What is done with members from the list, each after asking where it takes something away. */
export const useMemberActions = (onDone: () => void) => {
  const withToast: WithToast = (sentence) => ({
    onSuccess: () => {
      showToast('success', sentence);
      onDone();
    },
  });
  return {
    enable: useEnabling(withToast),
    remove: useRemoving(onDone),
    removeAuthenticator: useAuthenticatorRemoval(withToast),
    ...useResetting(),
  };
};
