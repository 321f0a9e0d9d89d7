import { useState } from 'react';
import { changesIn, changesInWords, type FieldLabels } from './changes-since.ts';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

/** Which version of a record a form read, and what it says when somebody has changed the record since. */
export const useReadVersion = (version: number | undefined, labels: FieldLabels) => {
  const text = useText();
  const [read, setRead] = useState(version);
  return {
    /** Goes with the edit. */
    read: read === undefined ? {} : { version: read },
    /** True: the changes were shown, and the next save is made in knowledge of them. */
    stopped(error: unknown): boolean {
      const found = changesIn(error);
      if (!found) return false;
      setRead(found.version);
      const sentences = changesInWords(found.changes, labels, text);
      showToast('error', [...sentences, text('app.saveAgain')].join(' '));
      return true;
    },
  };
};
