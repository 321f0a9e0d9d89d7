/** With what the server, and whoever puts something beside it, signs in at the store of this proof. */
export const storeSecret = 'results secret';
export const storeKeys = {
  bucket: 'eyrie-media',
  region: 'us-east-1',
  keyId: 'results',
  key: storeSecret,
  token: '',
};
