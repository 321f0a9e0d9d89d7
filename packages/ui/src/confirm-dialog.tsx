import { Button } from 'antd';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { askedWhile, type Ask, type Question } from './asked-while.ts';
import { Dialog } from './dialog.tsx';
import { useUiTexts } from './ui-texts.tsx';

export type { Question } from './asked-while.ts';

export interface ConfirmDialogProps {
  open: boolean;
  /** What will be done, with the name of the thing: "Delete the route 东线巡检?" */
  title: ReactNode;
  /** What it means, or the things it is about. */
  children?: ReactNode;
  /** The verb on the button that does it. */
  verb: string;
  danger?: boolean;
  busy?: boolean;
  /** False: something is still missing before it may be done. */
  ready?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Enter held down or pressed by habit must never confirm: the button takes the pointer and the space bar only. */
const ignoreEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Asks before something that cannot be undone. The default button is the one that does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, title, children, verb, danger = false, busy = false, ready = true } = props;
  const { onConfirm, onCancel } = props;
  const texts = useUiTexts();
  return (
    <Dialog
      open={open}
      alert
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button
            type="primary"
            danger={danger}
            loading={busy}
            disabled={!ready}
            onKeyDown={ignoreEnter}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

const Context = createContext<Ask | null>(null);

/** Holds the one question of a window. */
export function ConfirmProvider({ children }: { children: ReactNode }): ReactNode {
  const texts = useUiTexts();
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const next = { ...question, answer: resolve };
        const takeBack = (): void => {
          resolve(false);
          setAsked((now) => (now === next ? null : now));
        };
        if (question.signal?.aborted) {
          resolve(false);
          return;
        }
        question.signal?.addEventListener('abort', takeBack, { once: true });
        setAsked((before) => {
          before?.answer(false);
          return next;
        });
      }),
    [],
  );
  const answer = (yes: boolean) => () => {
    asked?.answer(yes);
    setAsked(null);
  };
  return (
    <Context value={ask}>
      {children}
      {asked ? (
        <ConfirmDialog
          open
          title={asked.title}
          verb={asked.verb ?? texts.confirm}
          danger={asked.danger ?? false}
          onConfirm={answer(true)}
          onCancel={answer(false)}
        >
          {asked.content}
        </ConfirmDialog>
      ) : null}
    </Context>
  );
}

/**
 * Asks and gives the answer: `if (await confirm({title, verb, danger: true})) …`. A newer question answers an older one with no. The
 * question goes with the component that asked it, and is answered with no.
 */
export const useConfirm = (): Ask => {
  const ask = useContext(Context);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider around it');
  const here = useRef<AbortController | null>(null);
  useEffect(() => {
    const own = new AbortController();
    here.current = own;
    return () => own.abort();
  }, []);
  return useCallback<Ask>((question) => askedWhile(ask, here.current?.signal)(question), [ask]);
};
