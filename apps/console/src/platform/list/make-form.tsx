import type { CallDeclaration, ResponseOf } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { RecordForm, type RecordFormProps } from './record-form.tsx';

interface MakeFormProps<Call extends CallDeclaration> extends Omit<RecordFormProps<Call>, 'onSaved'> {
  /** What takes the place of the form: a link or a secret that was made, and is needed next. */
  renderMade: (made: ResponseOf<Call>) => ReactNode;
}

/** The form of something that is made in order to be handed on: after the save it stands there to be copied. */
export function MakeForm<Call extends CallDeclaration>({
  renderMade,
  ...form
}: MakeFormProps<Call>): ReactNode {
  const [made, setMade] = useState<{ answer: ResponseOf<Call> } | null>(null);
  return made ? renderMade(made.answer) : <RecordForm {...form} onSaved={(answer) => setMade({ answer })} />;
}
