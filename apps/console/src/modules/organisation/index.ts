export { IntegrationKeys } from './integration-keys.tsx';
export { OpenIdForm } from './openid-form.tsx';
export { OrganisationSettings } from './organisation-settings.tsx';
