/** One deletion, as it is asked about and reported. */
export interface Deletion<Answer = unknown> {
  /** The question, naming the thing; the answer of the person. */
  ask: () => Promise<boolean>;
  send: () => Promise<Answer>;
  cancelled: () => void;
  deleted: (answer: Answer) => void;
  /** Whether the record itself stands against it, which is told in a dialog that leads to what holds it. */
  isHeld: (error: unknown) => boolean;
  held: (error: unknown) => void;
  failed: (error: unknown) => void;
}

/** The one course of every deletion in the console. Every way it can end is told, each once. */
export const runDeletion = async <Answer>(deletion: Deletion<Answer>): Promise<void> => {
  if (!(await deletion.ask())) return deletion.cancelled();
  let answer: Answer;
  try {
    answer = await deletion.send();
  } catch (error) {
    return deletion.isHeld(error) ? deletion.held(error) : deletion.failed(error);
  }
  deletion.deleted(answer);
};

/** What a question says where its room says nothing of its own: whether the deletion can be taken back. */
export const consequenceOf = (undo: (() => void) | undefined): 'app.deletionUndo' | 'app.deletionFinal' =>
  undo ? 'app.deletionUndo' : 'app.deletionFinal';
