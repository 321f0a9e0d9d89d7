/** Browsers read the bytes after the click; the address may go once they have begun. */
const readWithin = 10_000;

/** Saves bytes to the member's disk under a name that every file system takes. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), readWithin);
};
