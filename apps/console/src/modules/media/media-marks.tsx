import { markCalls, resultLimits, type MediaItem } from '@eyrie/domain';
import { Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Tag } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { useText } from '../../platform/text.tsx';
import { LabelField } from './label-field.tsx';
import { useComment, useComments, useMark } from './marks.queries.ts';

/** What is typed and not sent yet. */
export interface MarkDraft {
  label: string;
  comment: string;
  /** Why it is to be held. */
  reason: string;
}
export const noDraft: MarkDraft = { label: '', comment: '', reason: '' };

export interface MediaMarksProps {
  media: MediaItem;
  draft: MarkDraft;
  onDraft: (draft: MarkDraft) => void;
}

function Labels(props: MediaMarksProps & { form: Ref<HTMLFormElement> }): ReactNode {
  const { media, draft, onDraft, form } = props;
  const text = useText();
  const mark = useMark();
  const may = useMay(markCalls.mark, media);
  const { oid, labels } = media;
  return (
    <>
      {labels.length === 0 ? null : (
        <ul className="media-labels ey-list" aria-label={text('media.labels')}>
          {labels.map((label) => (
            <li key={label}>
              <Tag>
                <bdi>{label}</bdi>
                {may ? (
                  <IconButton
                    icon="close"
                    label={text('media.labelDropOf', { label })}
                    busy={mark.isPending}
                    onClick={() => mark.mutate({ oids: [oid], dropLabels: [label] })}
                  />
                ) : null}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <Allowed call={markCalls.mark} record={media}>
        <LabelField
          ref={form}
          label={text('media.label')}
          value={draft.label}
          busy={mark.isPending}
          onChange={(label) => onDraft({ ...draft, label })}
          onAdd={(label) =>
            mark.mutate(
              { oids: [oid], addLabels: [label] },
              { onSuccess: () => onDraft({ ...draft, label: '' }) },
            )
          }
        />
      </Allowed>
    </>
  );
}

function CommentList({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const client = useQueryClient();
  const comments = useComments(media.oid);
  const { remove, busy } = useDeletion(markCalls.deleteComment, {
    request: ([commentOID = '']) => ({ oid: media.oid, commentOID }),
    onAnswer: () => client.invalidateQueries({ queryKey: ['media', 'comments', media.oid] }),
  });
  const list = comments.data ?? [];
  return (
    <Loaded state={loadStateOf(comments)}>
      {() =>
        list.length === 0 ? (
          <p className="media-none">{text('media.commentNone')}</p>
        ) : (
          <ul className="media-comments ey-list">
            {list.map(({ oid, comment, memberName, createdAt }) => (
              <li key={oid}>
                <span className="media-none">
                  <bdi>{memberName}</bdi> · <bdi>{figures.time(createdAt)}</bdi>
                </span>
                <Allowed call={markCalls.deleteComment} record={media}>
                  <IconButton
                    icon="trash"
                    label={text('media.commentDelete', { member: memberName })}
                    busy={busy}
                    onClick={() =>
                      void remove([oid], {
                        title: text('media.commentDeleteTitle'),
                        done: text('media.commentDeleted'),
                      })
                    }
                  />
                </Allowed>
                <p dir="auto">{comment}</p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** Star, labels and comments of one file: S, L and C lead to them. */
export function MediaMarks({ media, draft, onDraft }: MediaMarksProps): ReactNode {
  const text = useText();
  const mark = useMark();
  const send = useComment(media.oid);
  const may = useMay(markCalls.mark, media);
  const labelForm = useRef<HTMLFormElement>(null);
  const commentForm = useRef<HTMLFormElement>(null);
  const star = (): void => mark.mutate({ oids: [media.oid], starred: !media.starred });
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    const { target, key } = event;
    const isTyped = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!may || isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { s: null, l: labelForm, c: commentForm }[key.toLowerCase()];
    if (to === undefined) return;
    event.preventDefault();
    if (to === null) {
      if (!mark.isPending && !event.repeat) star();
    } else to.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  const comment = draft.comment.trim();
  return (
    <>
      <div className="media-marks">
        <Allowed call={markCalls.mark} record={media}>
          <Button
            className={media.starred ? 'media-starred' : undefined}
            icon={<Icon name="star" size={16} />}
            aria-pressed={media.starred}
            loading={mark.isPending}
            onClick={star}
          >
            {text(media.starred ? 'media.unstar' : 'media.star')}
          </Button>
        </Allowed>
        <Labels media={media} draft={draft} onDraft={onDraft} form={labelForm} />
        {may ? <span className="media-none">{text('media.keys')}</span> : null}
      </div>
      <section aria-label={text('media.comments')}>
        <h3>{text('media.comments')}</h3>
        <CommentList media={media} />
        <Allowed call={markCalls.comment} record={media}>
          <form
            ref={commentForm}
            onSubmit={(event) => {
              event.preventDefault();
              if (comment === '') return;
              const sent = (): void => {
                onDraft({ ...draft, comment: '' });
                // The button rests from now on: keys would no more reach the viewer from it.
                commentForm.current?.querySelector('textarea')?.focus();
              };
              send.mutate(comment, { onSuccess: sent });
            }}
          >
            <Input.TextArea
              aria-label={text('media.commentText')}
              autoSize={{ minRows: 2, maxRows: 6 }}
              value={draft.comment}
              count={{ show: true, max: resultLimits.commentText }}
              onChange={(event) => onDraft({ ...draft, comment: event.target.value })}
            />
            <Button htmlType="submit" loading={send.isPending} disabled={comment === ''}>
              {text('media.commentAdd')}
            </Button>
          </form>
        </Allowed>
      </section>
    </>
  );
}
