import { Dialog } from '@eyrie/ui';
import { Button, Form } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from './text.tsx';

export interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Something was typed: closing asks first. */
  unsaved?: boolean;
  /** What the main button says; 'Save' when not said. */
  verb?: string | undefined;
  danger?: boolean;
  /** Everything that is needed stands in the form. */
  ready: boolean;
  /** What is missing while it is not ready, said by the button; that something is to be filled in when not said. */
  why?: string | undefined;
  /** The call is on its way. */
  busy: boolean;
  /** Called by the main button and by Enter, only while the form is ready and not busy. */
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/** A dialog that is one form: its fields, and at the foot the way out and the button that sends it. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, onClose, unsaved = false, danger = false, ready, busy, onSubmit } = props;
  const text = useText();
  const id = useId();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      unsaved={unsaved}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            danger={danger}
            htmlType="submit"
            form={id}
            disabled={!ready}
            title={ready ? undefined : (props.why ?? text('app.fillIn'))}
            loading={busy}
          >
            {props.verb ?? text('app.save')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        layout="vertical"
        {...(props.className ? { className: props.className } : {})}
        onFinish={() => {
          if (ready && !busy) onSubmit();
        }}
      >
        {props.children}
      </Form>
    </Dialog>
  );
}
