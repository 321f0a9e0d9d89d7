import type { MemberRecord } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { useState } from 'react';
import {
  useAuthenticatorReset,
  useMemberEnable,
  useMemberRemove,
  useMemberReset,
} from '../../modules/member/administration/index.ts';
import { useConfirmDeletion } from '../../platform/deletion.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** What is done with members from the list, each after asking where it takes something away. */
export const useMemberDeeds = (onDone: () => void) => {
  const text = useText();
  const confirm = useConfirm();
  const confirmDeletion = useConfirmDeletion();
  const setEnabled = useMemberEnable();
  const removal = useMemberRemove();
  const resetting = useMemberReset();
  const authenticator = useAuthenticatorReset();
  const [secret, setSecret] = useState<{ name: string; password: string } | null>(null);

  const oidsOf = (members: readonly MemberRecord[]): string[] => members.map((member) => member.oid);
  const done = (sentence: string) => ({
    onSuccess: () => {
      showToast('success', sentence);
      onDone();
    },
  });

  const enable = async (members: readonly MemberRecord[], enabled: boolean): Promise<void> => {
    const title =
      members.length === 1
        ? text('member.disableTitle', { name: members[0]?.name ?? '' })
        : text('member.disableManyTitle', { count: members.length });
    const agreed =
      enabled ||
      (await confirm({
        title,
        content: text('member.disableHint'),
        verb: text('member.disable'),
        danger: true,
      }));
    if (!agreed) return;
    const sentence = text(enabled ? 'member.enabled' : 'member.disabled');
    setEnabled.mutate({ oids: oidsOf(members), enabled }, done(sentence));
  };

  const remove = async (members: readonly MemberRecord[]): Promise<void> => {
    const title =
      members.length === 1
        ? text('member.deleteTitle', { name: members[0]?.name ?? '' })
        : text('member.deleteManyTitle', { count: members.length });
    if (await confirmDeletion(title)) removal.mutate(oidsOf(members), done(text('member.deleted')));
  };

  const reset = async (member: MemberRecord): Promise<void> => {
    const title = text('member.resetTitle', { name: member.name });
    if (!(await confirm({ title, content: text('member.resetHint'), verb: text('member.reset') }))) return;
    resetting.mutate(member.oid, {
      onSuccess: ({ initialPassword }) => {
        if (initialPassword) setSecret({ name: member.name, password: initialPassword });
      },
    });
  };

  const removeAuthenticator = async (member: MemberRecord): Promise<void> => {
    const title = text('member.authenticatorTitle', { name: member.name });
    const content = text('member.authenticatorHint');
    const verb = text('member.authenticatorReset');
    if (!(await confirm({ title, content, verb, danger: true }))) return;
    authenticator.mutate(member.oid, done(text('member.authenticatorGone')));
  };

  return {
    enable,
    remove,
    reset,
    removeAuthenticator,
    secret,
    tell: (name: string, password: string) => setSecret({ name, password }),
    forget: () => setSecret(null),
  };
};
