-- Recorded with pg_dump --data-only --inserts from a platform whose newest migration was 20261121231000_standing_policies,
-- after the demo world and npm run story; then an application `kept` with a token, a refresh token and three calls, a webhook
-- and an access token for scripts. test/support/recorded-world.ts puts it back.
INSERT INTO public."Org" VALUES
	('01a20173-2c97-7788-97a6-def30d923636', 'acme', 'Acme', 8, '2026-11-22 04:10:55+00'),
	('01a20173-a920-7599-96a8-dfd28cda5790', 'story-mwrbkyu1', 'The story', 28, '2026-11-22 04:11:26.88+00');
INSERT INTO public."AccessToken" VALUES
	('01a20173-2bee-771b-8a4e-98a21780ea77', NULL, 'administrator', 'ADMINISTRATOR', '8tv5Kep0LbprQTqUoEMyECQFmE4HdTPGM1lG7zUhVko', '2026-11-22 04:10:54.831+00', NULL, '2026-11-22 04:12:28.212+00'),
	('01a20174-a80f-7077-a8e3-b839f0c44f19', '01a20173-a920-7599-96a8-dfd28cda5790', 'script', 'DEVELOPER', 'XxULab-5cJ234IO43GXzHsmzv2uKfyPoq91F3jBnpJw', '2026-11-22 04:12:32.143+00', NULL, NULL);
INSERT INTO public."Api" VALUES
	('01a20173-3240-77df-9686-9cb006294383', '01a20173-2c97-7788-97a6-def30d923636', 'customerdb', 'Customer database', '1.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0", "description": "The customer database, version 1: customers with their names, to list, read, create, update and delete. It begins with the customers of the examples in this document; changes last until it is started again."}, "tags": [{"name": "customers", "description": "Who buys"}], "paths": {"/customers": {"get": {"tags": ["customers"], "summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}, "examples": {"customers": {"$ref": "#/components/examples/Customers"}}}}, "description": "The customers"}, "405": {"$ref": "#/components/responses/MethodNotAllowed"}}, "description": "Every customer, in the order in which they were created.", "operationId": "getCustomers"}, "post": {"tags": ["customers"], "summary": "Creates a customer", "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "headers": {"Location": {"schema": {"type": "string", "example": "/customerdb/v1/customers/11"}, "description": "Where it can be read"}}, "description": "The customer"}, "400": {"$ref": "#/components/responses/Invalid"}, "413": {"$ref": "#/components/responses/TooLarge"}, "415": {"$ref": "#/components/responses/UnsupportedMediaType"}}, "description": "The identifier is given by the database.", "operationId": "createCustomer", "requestBody": {"$ref": "#/components/requestBodies/CustomerDraft"}}}, "/customers/{customerId}": {"get": {"tags": ["customers"], "summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}, "404": {"$ref": "#/components/responses/NotFound"}, "405": {"$ref": "#/components/responses/MethodNotAllowed"}}, "description": "The customer of an identifier.", "operationId": "getCustomer"}, "put": {"tags": ["customers"], "summary": "Updates a customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer as it is now"}, "400": {"$ref": "#/components/responses/Invalid"}, "404": {"$ref": "#/components/responses/NotFound"}, "413": {"$ref": "#/components/responses/TooLarge"}, "415": {"$ref": "#/components/responses/UnsupportedMediaType"}}, "description": "Replaces the whole record; the identifier stays.", "operationId": "updateCustomer", "requestBody": {"$ref": "#/components/requestBodies/CustomerDraft"}}, "delete": {"tags": ["customers"], "summary": "Deletes a customer", "responses": {"204": {"description": "It is gone"}, "404": {"$ref": "#/components/responses/NotFound"}}, "description": "Its identifier is not given again until the database is started again.", "operationId": "deleteCustomer"}, "parameters": [{"$ref": "#/components/parameters/CustomerId"}]}}, "openapi": "3.0.3", "servers": [{"url": "http://127.0.0.1:8091/customerdb/v1", "description": "The sample back-ends of this platform"}], "components": {"schemas": {"Problem": {"type": "object", "required": ["type", "title", "status", "detail", "code"], "properties": {"code": {"type": "string", "description": "A stable code for programs."}, "type": {"type": "string", "description": "Always `about:blank`."}, "title": {"type": "string", "description": "What the code stands for."}, "detail": {"type": "string", "description": "What exactly is wrong and what to change."}, "status": {"type": "integer", "description": "The HTTP status."}}, "description": "Why a request is refused. (RFC 9457)"}, "Customer": {"type": "object", "required": ["id", "firstname", "lastname"], "properties": {"id": {"type": "string", "description": "The customer''s identifier."}, "lastname": {"type": "string", "description": "Last name."}, "firstname": {"type": "string", "description": "First name."}}, "description": "A customer."}, "CustomerDraft": {"type": "object", "required": ["firstname", "lastname"], "properties": {"lastname": {"type": "string", "maxLength": 100, "minLength": 1, "description": "Last name."}, "firstname": {"type": "string", "maxLength": 100, "minLength": 1, "description": "First name."}}, "description": "A customer that has no identifier yet.", "additionalProperties": false}}, "examples": {"Customers": {"value": [{"id": "1", "lastname": "Lindqvist", "firstname": "Ada"}, {"id": "2", "lastname": "Ferreira", "firstname": "Bruno"}, {"id": "3", "lastname": "Moretti", "firstname": "Chiara"}, {"id": "4", "lastname": "Kovacs", "firstname": "Dmitri"}, {"id": "5", "lastname": "Mensah", "firstname": "Efua"}, {"id": "6", "lastname": "Haddad", "firstname": "Farid"}, {"id": "7", "lastname": "O''Neill", "firstname": "Grace"}, {"id": "8", "lastname": "Tanaka", "firstname": "Hiroko"}, {"id": "9", "lastname": "Alvarez", "firstname": "Ines"}, {"id": "10", "lastname": "Weber", "firstname": "Jonas"}], "summary": "The customers that the database begins with"}}, "responses": {"Invalid": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "BAD_USER_INPUT", "type": "about:blank", "title": "The request is not valid.", "detail": "lastname: is missing.", "status": 400}}}, "description": "The body is not as it should be."}, "NotFound": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "NOT_FOUND", "type": "about:blank", "title": "There is no such thing.", "detail": "There is no customer 11.", "status": 404}}}, "description": "There is no customer of that identifier."}, "TooLarge": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "REQUEST_TOO_LARGE", "type": "about:blank", "title": "The request is too large.", "detail": "The body may have 1 MB.", "status": 413}}}, "description": "The body is larger than 1 MB."}, "MethodNotAllowed": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "METHOD_NOT_ALLOWED", "type": "about:blank", "title": "The method is not allowed here.", "detail": "This path has GET, HEAD, POST.", "status": 405}}}, "headers": {"Allow": {"schema": {"type": "string", "example": "GET, HEAD, POST"}, "description": "The methods of the path"}}, "description": "The path has no such method; `Allow` names those that it has."}, "UnsupportedMediaType": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "UNSUPPORTED_MEDIA_TYPE", "type": "about:blank", "title": "The content type is not supported.", "detail": "Send JSON, with Content-Type: application/json.", "status": 415}}}, "description": "The body is not JSON."}}, "parameters": {"CustomerId": {"in": "path", "name": "customerId", "schema": {"type": "string"}, "example": "1", "required": true, "description": "The customer''s identifier."}}, "requestBodies": {"CustomerDraft": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/CustomerDraft"}, "example": {"lastname": "Larsen", "firstname": "Kim"}}}, "required": true, "description": "What the record shall hold"}}}}', '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', '2026-11-22 04:10:56.448+00', false, '{}'),
	('01a20173-b4ab-727c-be58-f2062e9f7d34', '01a20173-a920-7599-96a8-dfd28cda5790', 'customerdb', 'Customer database', '1.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0"}, "paths": {"/customers": {"get": {"summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}}}, "description": "The customers"}}, "operationId": "getCustomers"}}, "/customers/{customerId}": {"get": {"summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}}, "parameters": [{"in": "path", "name": "customerId", "schema": {"type": "string"}, "required": true}], "operationId": "getCustomer"}}}, "openapi": "3.0.3", "components": {"schemas": {"Customer": {"type": "object", "properties": {"id": {"type": "string"}, "lastname": {"type": "string"}, "firstname": {"type": "string"}}}}}}', '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', '2026-11-22 04:11:29.845+00', false, '{}'),
	('01a20173-be69-76ff-8620-bdc4645cca19', '01a20173-a920-7599-96a8-dfd28cda5790', 'customerdb', 'Customer database', '2.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0"}, "paths": {"/customers": {"get": {"summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}}}, "description": "The customers"}}, "operationId": "getCustomers"}}, "/customers/{customerId}": {"get": {"summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}}, "parameters": [{"in": "path", "name": "customerId", "schema": {"type": "string"}, "required": true}], "operationId": "getCustomer"}}}, "openapi": "3.0.3", "components": {"schemas": {"Customer": {"type": "object", "properties": {"id": {"type": "string"}, "lastname": {"type": "string"}, "firstname": {"type": "string"}}}}}}', '[{"flow": "RESOURCE_OWNER_PASSWORD", "name": "oauth-1", "type": "OAUTH2", "oauthProvider": "customer-oauth"}]', '[{"scopes": ["customer"], "definition": "oauth-1"}]', '2026-11-22 04:11:32.329+00', false, '{}'),
	('01a20173-dbe0-7434-a421-3ee6d4dfbea2', '01a20173-a920-7599-96a8-dfd28cda5790', 'sample', 'Sample', '1.0.0', 'GRAPHQL', '/sample', NULL, 'http://127.0.0.1:31803/api/sample', '"""
What can be asked of the back-ends; several queries in one document are answered together.
"""
type Query {
  """Every customer."""
  getCustomers: [Customer]
  """The customer of an identifier."""
  getCustomerById(
    """The customer''s identifier."""
    id: ID!
  ): Customer
  """Every account, in one page."""
  getAccounts: [Account]
  """The account of an identifier."""
  getAccountById(
    """The account''s `Id`."""
    id: String!
  ): Account
}
"""A customer."""
type Customer {
  """The customer''s identifier."""
  id: ID!
  """First name."""
  firstname: String
  """Last name."""
  lastname: String
  """Email address."""
  email: String
  """Where a customer lives."""
  address: CustomerAddress
}
"""Where a customer lives."""
type CustomerAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""An account record."""
type Account {
  """The number that the seller gave the account."""
  AccountNumber: String
  """Where the account came from, for example `Web`."""
  AccountSource: String
  """`Yes` or `No`: is business done with the account?"""
  Active__c: String
  """Estimated revenue of a year."""
  AnnualRevenue: Float
  """Where the bills go."""
  BillingAddress: BillingAddress
  """The city of the billing address."""
  BillingCity: String
  """The country of the billing address."""
  BillingCountry: String
  """The accuracy of the geocode of the billing address; always null."""
  BillingGeocodeAccuracy: JSON
  """The latitude of the billing address; always null."""
  BillingLatitude: JSON
  """The longitude of the billing address; always null."""
  BillingLongitude: JSON
  """The postal code of the billing address."""
  BillingPostalCode: String
  """The state or province of the billing address."""
  BillingState: String
  """The street of the billing address."""
  BillingStreet: String
  """How the record compares with the reference data."""
  CleanStatus: String
  """The user who created the record."""
  CreatedById: String
  """When the record was created, RFC 3339."""
  CreatedDate: String
  """`High`, `Medium` or `Low`."""
  CustomerPriority__c: String
  """The company record that the account is linked to."""
  DandbCompanyId: String
  """What is worth knowing of the account."""
  Description: String
  """The nine-digit number of the company''s site."""
  DunsNumber: String
  """Fax number."""
  Fax: String
  """The account''s identifier."""
  Id: String!
  """The industry that the account belongs to."""
  Industry: String
  """Is the record in the recycle bin?"""
  IsDeleted: Boolean
  """The identifier of the company in the reference data."""
  Jigsaw: String
  """The identifier of the company''s record in the reference data."""
  JigsawCompanyId: String
  """The day of the last activity, RFC 3339 full-date."""
  LastActivityDate: String
  """The user who changed the record last."""
  LastModifiedById: String
  """When a user changed the record last, RFC 3339."""
  LastModifiedDate: String
  """When the record was last referred to, RFC 3339."""
  LastReferencedDate: String
  """When the record was last viewed, RFC 3339."""
  LastViewedDate: String
  """The record that this one was merged into."""
  MasterRecordId: String
  """The six-digit code of the industry."""
  NaicsCode: String
  """What the code of the industry stands for."""
  NaicsDesc: String
  """The name of the company."""
  Name: String
  """How many people work there."""
  NumberOfEmployees: Int
  """How many locations it has."""
  NumberofLocations__c: Float
  """The user who looks after the account."""
  OwnerId: String
  """`Public`, `Private`, `Subsidiary` or `Other`."""
  Ownership: String
  """The account that this one is part of."""
  ParentId: String
  """Phone number."""
  Phone: String
  """The path of the account''s picture."""
  PhotoUrl: String
  """`Hot`, `Warm` or `Cold`."""
  Rating: String
  """The day on which the service level agreement ends, RFC 3339 full-date."""
  SLAExpirationDate__c: String
  """The number of the service level agreement."""
  SLASerialNumber__c: String
  """The service level: `Platinum`, `Gold`, `Silver` or `Bronze`."""
  SLA__c: String
  """Where the goods go."""
  ShippingAddress: ShippingAddress
  """The city of the shipping address."""
  ShippingCity: String
  """The country of the shipping address."""
  ShippingCountry: String
  """The accuracy of the geocode of the shipping address; always null."""
  ShippingGeocodeAccuracy: JSON
  """The latitude of the shipping address; always null."""
  ShippingLatitude: JSON
  """The longitude of the shipping address; always null."""
  ShippingLongitude: JSON
  """The postal code of the shipping address."""
  ShippingPostalCode: String
  """The state or province of the shipping address."""
  ShippingState: String
  """The street of the shipping address."""
  ShippingStreet: String
  """The four-digit code of the industry."""
  Sic: String
  """What the four-digit code stands for."""
  SicDesc: String
  """Which of the company''s sites it is."""
  Site: String
  """When a user or a process changed the record last, RFC 3339."""
  SystemModstamp: String
  """The symbol on the stock exchange."""
  TickerSymbol: String
  """The name that the company does business under."""
  Tradestyle: String
  """What the account is to the seller, for example `Customer - Direct`."""
  Type: String
  """`Yes`, `No` or `Maybe`."""
  UpsellOpportunity__c: String
  """The company''s website."""
  Website: String
  """The year in which the company began."""
  YearStarted: String
  """What kind of record it is, and where."""
  attributes: Attributes
  """
  The token of the page that follows; null, since one page holds every account.
  """
  nextPageToken: String
}
"""Where the bills go."""
type BillingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""
The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).
"""
scalar JSON
"""Where the goods go."""
type ShippingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""What kind of record it is, and where."""
type Attributes {
  """The kind of record."""
  type: String
  """The path of the record."""
  url: String
}', NULL, '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', '2026-11-22 04:11:39.872+00', false, '{}');
INSERT INTO public."Catalog" VALUES
	('01a20173-2cec-704d-ada6-e689b37ebf7e', '01a20173-2c97-7788-97a6-def30d923636', 'sandbox', 'Sandbox', false, '2026-11-22 04:10:55.084+00', '{}'),
	('01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-a920-7599-96a8-dfd28cda5790', 'sandbox', 'Sandbox', false, '2026-11-22 04:11:27.078+00', '{}');
INSERT INTO public."ConsumerOrg" VALUES
	('01a20173-37b1-70b7-ae52-e5b579c8acff', '01a20173-2cec-704d-ada6-e689b37ebf7e', 'consumers', 'Consumers', '2026-11-22 04:10:57.841+00'),
	('01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'consumers', 'Consumers', '2026-11-22 04:11:30.954+00');
INSERT INTO public."Application" VALUES
	('01a20173-3839-731f-9f5a-f40481867722', '01a20173-37b1-70b7-ae52-e5b579c8acff', 'demo-application', 'Demo application', 'ENABLED', '{}', '2026-11-22 04:10:57.977+00', 'CONFIDENTIAL'),
	('01a20173-bbe8-7138-a77e-c3fed3013f19', '01a20173-b90a-743a-a3c6-d84c1d9b0222', 'my-application', 'My application', 'ENABLED', '{}', '2026-11-22 04:11:31.688+00', 'CONFIDENTIAL'),
	('01a20173-d787-701c-a265-f2aaa340cec6', '01a20173-b90a-743a-a3c6-d84c1d9b0222', 'gold-application', 'Gold application', 'ENABLED', '{}', '2026-11-22 04:11:38.759+00', 'CONFIDENTIAL'),
	('01a20174-9c98-7353-8943-1d27a60220be', '01a20173-b90a-743a-a3c6-d84c1d9b0222', 'kept', 'Kept', 'ENABLED', '{}', '2026-11-22 04:12:29.208+00', 'CONFIDENTIAL');
INSERT INTO public."AuditEvent" VALUES
	(1, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:55+00', 'token:demo-world', 'createOrg', 'acme', NULL),
	(2, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:55.147+00', 'token:demo-world', 'createCatalog', 'sandbox', NULL),
	(3, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:55.266+00', 'token:demo-world', 'createUserRegistry', 'sample-users', '{"url": "http://127.0.0.1:31804/auth"}'),
	(4, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:55.772+00', 'token:demo-world', 'assignUserRegistry', 'sample-users', '{"catalog": "sandbox"}'),
	(5, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:56.488+00', 'token:demo-world', 'createApi', 'customerdb:1.0.0', NULL),
	(6, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:57.611+00', 'token:demo-world', 'createProduct', 'customer:1.0.0', '{"publishTo": "sandbox"}'),
	(7, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:57.892+00', 'token:demo-world', 'createConsumerOrg', 'sandbox/consumers', NULL),
	(8, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:58.036+00', 'token:demo-world', 'createApplication', 'sandbox/consumers/demo-application', NULL),
	(9, '01a20173-2c97-7788-97a6-def30d923636', '2026-11-22 04:10:58.288+00', 'token:demo-world', 'createSubscription', 'sandbox/consumers/demo-application', '{"plan": "default-plan", "product": "customer:1.0.0"}'),
	(10, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:26.88+00', 'token:administrator', 'createOrg', 'story-mwrbkyu1', NULL),
	(11, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:27.106+00', 'token:administrator', 'createCatalog', 'sandbox', NULL),
	(12, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:27.368+00', 'token:administrator', 'createUserRegistry', 'sample-users', '{"url": "http://127.0.0.1:31804/auth"}'),
	(13, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:28.011+00', 'token:administrator', 'assignUserRegistry', 'sample-users', '{"catalog": "sandbox"}'),
	(14, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:28.805+00', 'token:administrator', 'createOAuthProvider', 'customer-oauth', NULL),
	(15, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:29.2+00', 'token:administrator', 'updateOAuthProvider', 'customer-oauth', NULL),
	(16, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:29.493+00', 'token:administrator', 'assignOAuthProvider', 'customer-oauth', '{"catalog": "sandbox"}'),
	(17, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:29.873+00', 'token:administrator', 'createApi', 'customerdb:1.0.0', NULL),
	(18, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:30.256+00', 'token:administrator', 'createProduct', 'customer:1.0.0', '{"publishTo": "sandbox"}'),
	(19, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:30.992+00', 'token:administrator', 'createConsumerOrg', 'sandbox/consumers', NULL),
	(20, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:31.709+00', 'consumer:carol', 'createApplication', 'consumers/my-application', NULL),
	(21, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:32.02+00', 'consumer:carol', 'subscribe', 'consumers/my-application', '{"plan": "default-plan", "product": "customer:1.0.0"}'),
	(22, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:32.367+00', 'token:administrator', 'saveApiAsNewVersion', 'customerdb:2.0.0', '{"from": "customerdb:1.0.0"}'),
	(23, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:32.545+00', 'token:administrator', 'updateApi', 'customerdb:2.0.0', NULL),
	(24, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:32.821+00', 'token:administrator', 'createProduct', 'customer:2.0.0', NULL),
	(25, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:34.595+00', 'token:administrator', 'stageProduct', 'customer:2.0.0', '{"after": {"customer:2.0.0": {"state": "STAGED", "sunsetAt": null, "subscriptions": 0, "migrationTarget": null}}, "before": {"customer:2.0.0": null}, "catalog": "sandbox"}'),
	(26, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:36.316+00', 'token:administrator', 'supersedeProduct', 'customer:2.0.0', '{"old": "customer:1.0.0", "after": {"customer:1.0.0": {"state": "DEPRECATED", "sunsetAt": null, "subscriptions": 1, "migrationTarget": "customer:2.0.0"}, "customer:2.0.0": {"state": "PUBLISHED", "sunsetAt": null, "subscriptions": 0, "migrationTarget": null}}, "plans": [{"source": "default-plan", "target": "bronze"}], "before": {"customer:1.0.0": {"state": "PUBLISHED", "sunsetAt": null, "subscriptions": 1, "migrationTarget": null}, "customer:2.0.0": {"state": "STAGED", "sunsetAt": null, "subscriptions": 0, "migrationTarget": null}}, "catalog": "sandbox"}'),
	(27, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:38.145+00', 'consumer:carol', 'migrateSubscription', '01a20173-bd1a-74cf-9cee-1ba0752bf6b7', NULL),
	(28, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:38.764+00', 'consumer:carol', 'createApplication', 'consumers/gold-application', NULL),
	(29, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:38.89+00', 'consumer:carol', 'subscribe', 'consumers/gold-application', '{"plan": "gold", "product": "customer:2.0.0"}'),
	(30, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:39.906+00', 'token:administrator', 'createApi', 'sample:1.0.0', NULL),
	(31, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:40.313+00', 'token:administrator', 'createProduct', 'sample-graphql:1.0.0', '{"publishTo": "sandbox"}'),
	(32, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:40.642+00', 'consumer:carol', 'subscribe', 'consumers/my-application', '{"plan": "standard", "product": "sample-graphql:1.0.0"}'),
	(33, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:11:40.925+00', 'token:administrator', 'setApiOnline', 'sample:1.0.0', '{"online": true, "catalog": "sandbox"}'),
	(34, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:12:28.388+00', 'token:administrator', 'updateOAuthProvider', 'customer-oauth', NULL),
	(35, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:12:29.231+00', 'token:administrator', 'createApplication', 'sandbox/consumers/kept', NULL),
	(36, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:12:30.036+00', 'token:administrator', 'createSubscription', 'sandbox/consumers/kept', '{"plan": "gold", "product": "customer:2.0.0"}'),
	(37, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:12:31.472+00', 'token:administrator', 'createWebhook', 'sandbox/ears', '{"url": "http://127.0.0.1:31804/ears", "types": ["SUBSCRIPTION"]}'),
	(38, '01a20173-a920-7599-96a8-dfd28cda5790', '2026-11-22 04:12:32.151+00', 'token:administrator', 'createAccessToken', 'script', '{"role": "DEVELOPER"}');
INSERT INTO public."Credential" VALUES
	('01a20173-d789-751b-913c-dd7d0d70e0c8', '01a20173-d787-701c-a265-f2aaa340cec6', 'Default credential', 'ck_YvQf-OwgJaInvZjFzXhmtQ', 'jY_hw2apSE6J7VoUur9_0ecapp5NuvPUcyS36e66GYE', NULL, NULL, '2026-11-22 04:11:38.761+00', '2026-11-22 04:11:39.236+00', NULL, '2026-11-22 04:11:38.917+00'),
	('01a20173-bbf0-70bc-9265-483ad83db134', '01a20173-bbe8-7138-a77e-c3fed3013f19', 'Default credential', 'ck_GjFZsqM86lE1gFMFlaP4fw', 'QtzK8Vv_gFwQmXnYSdPF-9hns2ZAp78NI6AimwdZze4', NULL, NULL, '2026-11-22 04:11:31.697+00', '2026-11-22 04:11:41.284+00', NULL, '2026-11-22 04:11:38.341+00'),
	('01a20173-3854-74cc-bab2-15c5084e6430', '01a20173-3839-731f-9f5a-f40481867722', 'Default credential', 'ck_tPIDd2BfWnRibAxR_ZVFvg', 'GjbPt2vBv68Fd3GYqRaWdaa6dzOTiFYpkEZnDCe-niM', NULL, NULL, '2026-11-22 04:10:58.004+00', '2026-11-22 04:11:41.85+00', NULL, NULL),
	('01a20174-9c9c-7008-afed-6782b7e5fed7', '01a20174-9c98-7353-8943-1d27a60220be', 'Default credential', 'ck_FhUv97ENZwVqbbrz0opX6Q', 'gDFZ5oTRIER4vi6lQgYIeCx406whFhRMp27cBKB_XoM', NULL, NULL, '2026-11-22 04:12:29.212+00', '2026-11-22 04:12:52.456+00', NULL, '2026-11-22 04:12:51.863+00');
INSERT INTO public."UserRegistry" VALUES
	('01a20173-2d8f-7324-8456-9fa80c932154', '01a20173-2c97-7788-97a6-def30d923636', 'sample-users', 'Sample users', 'Sample users', 'AUTHENTICATION_URL', 'http://127.0.0.1:31804/auth', '2026-11-22 04:10:55.247+00'),
	('01a20173-aaf9-759d-97dc-13cac507482d', '01a20173-a920-7599-96a8-dfd28cda5790', 'sample-users', 'Sample users', 'People of the sample', 'AUTHENTICATION_URL', 'http://127.0.0.1:31804/auth', '2026-11-22 04:11:27.353+00');
INSERT INTO public."OAuthProvider" VALUES
	('01a20173-af9c-7576-b171-e7505ba897db', '01a20173-a920-7599-96a8-dfd28cda5790', 'customer-oauth', 'Customer OAuth', 'NATIVE', '{RESOURCE_OWNER_PASSWORD}', '{CONFIDENTIAL}', '/oauth2/authorize', '/oauth2/token', '[{"name": "customer", "description": "access to the customer API"}]', '01a20173-aaf9-759d-97dc-13cac507482d', 3600, true, 2682000, '2026-11-22 04:11:28.54+00', 'ES256');
INSERT INTO public."TokenFamily" VALUES
	('01a20174-f54a-722f-a582-a9d1f4020ec2', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-af9c-7576-b171-e7505ba897db', '01a20174-9c9c-7008-afed-6782b7e5fed7', 'alice', '{customer}', '2026-11-22 04:12:51.882+00', '2026-12-23 05:12:51.882+00', NULL);
INSERT INTO public."CatalogProduct" VALUES
	('01a20173-35f8-7448-b62f-0257785fea86', '01a20173-2cec-704d-ada6-e689b37ebf7e', 'customer', 'Customer', '1.0.0', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED', NULL, '[]', NULL, NULL, '2026-11-22 04:10:57.4+00'),
	('01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', 'Customer', '1.0.0', 'DEPRECATED', 'PUBLIC', 'AUTHENTICATED', '01a20173-c43e-71f9-8895-b122eba589aa', '[{"source": "default-plan", "target": "bronze"}]', '2026-11-22 04:11:36.188+00', NULL, '2026-11-22 04:11:30.129+00'),
	('01a20173-c43e-71f9-8895-b122eba589aa', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', 'Customer', '2.0.0', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED', NULL, '[]', NULL, NULL, '2026-11-22 04:11:33.822+00'),
	('01a20173-dd01-741c-8f95-4cc25ddabecd', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'sample-graphql', 'Sample GraphQL', '1.0.0', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED', NULL, '[]', NULL, NULL, '2026-11-22 04:11:40.161+00');
INSERT INTO public."CatalogApi" VALUES
	('01a20173-36a0-773a-b72d-2941e8c14cd7', '01a20173-35f8-7448-b62f-0257785fea86', 0, 'customerdb', 'Customer database', '1.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0", "description": "The customer database, version 1: customers with their names, to list, read, create, update and delete. It begins with the customers of the examples in this document; changes last until it is started again."}, "tags": [{"name": "customers", "description": "Who buys"}], "paths": {"/customers": {"get": {"tags": ["customers"], "summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}, "examples": {"customers": {"$ref": "#/components/examples/Customers"}}}}, "description": "The customers"}, "405": {"$ref": "#/components/responses/MethodNotAllowed"}}, "description": "Every customer, in the order in which they were created.", "operationId": "getCustomers"}, "post": {"tags": ["customers"], "summary": "Creates a customer", "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "headers": {"Location": {"schema": {"type": "string", "example": "/customerdb/v1/customers/11"}, "description": "Where it can be read"}}, "description": "The customer"}, "400": {"$ref": "#/components/responses/Invalid"}, "413": {"$ref": "#/components/responses/TooLarge"}, "415": {"$ref": "#/components/responses/UnsupportedMediaType"}}, "description": "The identifier is given by the database.", "operationId": "createCustomer", "requestBody": {"$ref": "#/components/requestBodies/CustomerDraft"}}}, "/customers/{customerId}": {"get": {"tags": ["customers"], "summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}, "404": {"$ref": "#/components/responses/NotFound"}, "405": {"$ref": "#/components/responses/MethodNotAllowed"}}, "description": "The customer of an identifier.", "operationId": "getCustomer"}, "put": {"tags": ["customers"], "summary": "Updates a customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer as it is now"}, "400": {"$ref": "#/components/responses/Invalid"}, "404": {"$ref": "#/components/responses/NotFound"}, "413": {"$ref": "#/components/responses/TooLarge"}, "415": {"$ref": "#/components/responses/UnsupportedMediaType"}}, "description": "Replaces the whole record; the identifier stays.", "operationId": "updateCustomer", "requestBody": {"$ref": "#/components/requestBodies/CustomerDraft"}}, "delete": {"tags": ["customers"], "summary": "Deletes a customer", "responses": {"204": {"description": "It is gone"}, "404": {"$ref": "#/components/responses/NotFound"}}, "description": "Its identifier is not given again until the database is started again.", "operationId": "deleteCustomer"}, "parameters": [{"$ref": "#/components/parameters/CustomerId"}]}}, "openapi": "3.0.3", "servers": [{"url": "http://127.0.0.1:8091/customerdb/v1", "description": "The sample back-ends of this platform"}], "components": {"schemas": {"Problem": {"type": "object", "required": ["type", "title", "status", "detail", "code"], "properties": {"code": {"type": "string", "description": "A stable code for programs."}, "type": {"type": "string", "description": "Always `about:blank`."}, "title": {"type": "string", "description": "What the code stands for."}, "detail": {"type": "string", "description": "What exactly is wrong and what to change."}, "status": {"type": "integer", "description": "The HTTP status."}}, "description": "Why a request is refused. (RFC 9457)"}, "Customer": {"type": "object", "required": ["id", "firstname", "lastname"], "properties": {"id": {"type": "string", "description": "The customer''s identifier."}, "lastname": {"type": "string", "description": "Last name."}, "firstname": {"type": "string", "description": "First name."}}, "description": "A customer."}, "CustomerDraft": {"type": "object", "required": ["firstname", "lastname"], "properties": {"lastname": {"type": "string", "maxLength": 100, "minLength": 1, "description": "Last name."}, "firstname": {"type": "string", "maxLength": 100, "minLength": 1, "description": "First name."}}, "description": "A customer that has no identifier yet.", "additionalProperties": false}}, "examples": {"Customers": {"value": [{"id": "1", "lastname": "Lindqvist", "firstname": "Ada"}, {"id": "2", "lastname": "Ferreira", "firstname": "Bruno"}, {"id": "3", "lastname": "Moretti", "firstname": "Chiara"}, {"id": "4", "lastname": "Kovacs", "firstname": "Dmitri"}, {"id": "5", "lastname": "Mensah", "firstname": "Efua"}, {"id": "6", "lastname": "Haddad", "firstname": "Farid"}, {"id": "7", "lastname": "O''Neill", "firstname": "Grace"}, {"id": "8", "lastname": "Tanaka", "firstname": "Hiroko"}, {"id": "9", "lastname": "Alvarez", "firstname": "Ines"}, {"id": "10", "lastname": "Weber", "firstname": "Jonas"}], "summary": "The customers that the database begins with"}}, "responses": {"Invalid": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "BAD_USER_INPUT", "type": "about:blank", "title": "The request is not valid.", "detail": "lastname: is missing.", "status": 400}}}, "description": "The body is not as it should be."}, "NotFound": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "NOT_FOUND", "type": "about:blank", "title": "There is no such thing.", "detail": "There is no customer 11.", "status": 404}}}, "description": "There is no customer of that identifier."}, "TooLarge": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "REQUEST_TOO_LARGE", "type": "about:blank", "title": "The request is too large.", "detail": "The body may have 1 MB.", "status": 413}}}, "description": "The body is larger than 1 MB."}, "MethodNotAllowed": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "METHOD_NOT_ALLOWED", "type": "about:blank", "title": "The method is not allowed here.", "detail": "This path has GET, HEAD, POST.", "status": 405}}}, "headers": {"Allow": {"schema": {"type": "string", "example": "GET, HEAD, POST"}, "description": "The methods of the path"}}, "description": "The path has no such method; `Allow` names those that it has."}, "UnsupportedMediaType": {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "UNSUPPORTED_MEDIA_TYPE", "type": "about:blank", "title": "The content type is not supported.", "detail": "Send JSON, with Content-Type: application/json.", "status": 415}}}, "description": "The body is not JSON."}}, "parameters": {"CustomerId": {"in": "path", "name": "customerId", "schema": {"type": "string"}, "example": "1", "required": true, "description": "The customer''s identifier."}}, "requestBodies": {"CustomerDraft": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/CustomerDraft"}, "example": {"lastname": "Larsen", "firstname": "Kim"}}}, "required": true, "description": "What the record shall hold"}}}}', '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', true, false, '{}'),
	('01a20173-b618-706d-86c0-7d2ec80b3d41', '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', 0, 'customerdb', 'Customer database', '1.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0"}, "paths": {"/customers": {"get": {"summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}}}, "description": "The customers"}}, "operationId": "getCustomers"}}, "/customers/{customerId}": {"get": {"summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}}, "parameters": [{"in": "path", "name": "customerId", "schema": {"type": "string"}, "required": true}], "operationId": "getCustomer"}}}, "openapi": "3.0.3", "components": {"schemas": {"Customer": {"type": "object", "properties": {"id": {"type": "string"}, "lastname": {"type": "string"}, "firstname": {"type": "string"}}}}}}', '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', true, false, '{}'),
	('01a20173-dd68-71be-bae4-07e517c6cd03', '01a20173-dd01-741c-8f95-4cc25ddabecd', 0, 'sample', 'Sample', '1.0.0', 'GRAPHQL', '/sample', NULL, 'http://127.0.0.1:31803/api/sample', '"""
What can be asked of the back-ends; several queries in one document are answered together.
"""
type Query {
  """Every customer."""
  getCustomers: [Customer]
  """The customer of an identifier."""
  getCustomerById(
    """The customer''s identifier."""
    id: ID!
  ): Customer
  """Every account, in one page."""
  getAccounts: [Account]
  """The account of an identifier."""
  getAccountById(
    """The account''s `Id`."""
    id: String!
  ): Account
}
"""A customer."""
type Customer {
  """The customer''s identifier."""
  id: ID!
  """First name."""
  firstname: String
  """Last name."""
  lastname: String
  """Email address."""
  email: String
  """Where a customer lives."""
  address: CustomerAddress
}
"""Where a customer lives."""
type CustomerAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""An account record."""
type Account {
  """The number that the seller gave the account."""
  AccountNumber: String
  """Where the account came from, for example `Web`."""
  AccountSource: String
  """`Yes` or `No`: is business done with the account?"""
  Active__c: String
  """Estimated revenue of a year."""
  AnnualRevenue: Float
  """Where the bills go."""
  BillingAddress: BillingAddress
  """The city of the billing address."""
  BillingCity: String
  """The country of the billing address."""
  BillingCountry: String
  """The accuracy of the geocode of the billing address; always null."""
  BillingGeocodeAccuracy: JSON
  """The latitude of the billing address; always null."""
  BillingLatitude: JSON
  """The longitude of the billing address; always null."""
  BillingLongitude: JSON
  """The postal code of the billing address."""
  BillingPostalCode: String
  """The state or province of the billing address."""
  BillingState: String
  """The street of the billing address."""
  BillingStreet: String
  """How the record compares with the reference data."""
  CleanStatus: String
  """The user who created the record."""
  CreatedById: String
  """When the record was created, RFC 3339."""
  CreatedDate: String
  """`High`, `Medium` or `Low`."""
  CustomerPriority__c: String
  """The company record that the account is linked to."""
  DandbCompanyId: String
  """What is worth knowing of the account."""
  Description: String
  """The nine-digit number of the company''s site."""
  DunsNumber: String
  """Fax number."""
  Fax: String
  """The account''s identifier."""
  Id: String!
  """The industry that the account belongs to."""
  Industry: String
  """Is the record in the recycle bin?"""
  IsDeleted: Boolean
  """The identifier of the company in the reference data."""
  Jigsaw: String
  """The identifier of the company''s record in the reference data."""
  JigsawCompanyId: String
  """The day of the last activity, RFC 3339 full-date."""
  LastActivityDate: String
  """The user who changed the record last."""
  LastModifiedById: String
  """When a user changed the record last, RFC 3339."""
  LastModifiedDate: String
  """When the record was last referred to, RFC 3339."""
  LastReferencedDate: String
  """When the record was last viewed, RFC 3339."""
  LastViewedDate: String
  """The record that this one was merged into."""
  MasterRecordId: String
  """The six-digit code of the industry."""
  NaicsCode: String
  """What the code of the industry stands for."""
  NaicsDesc: String
  """The name of the company."""
  Name: String
  """How many people work there."""
  NumberOfEmployees: Int
  """How many locations it has."""
  NumberofLocations__c: Float
  """The user who looks after the account."""
  OwnerId: String
  """`Public`, `Private`, `Subsidiary` or `Other`."""
  Ownership: String
  """The account that this one is part of."""
  ParentId: String
  """Phone number."""
  Phone: String
  """The path of the account''s picture."""
  PhotoUrl: String
  """`Hot`, `Warm` or `Cold`."""
  Rating: String
  """The day on which the service level agreement ends, RFC 3339 full-date."""
  SLAExpirationDate__c: String
  """The number of the service level agreement."""
  SLASerialNumber__c: String
  """The service level: `Platinum`, `Gold`, `Silver` or `Bronze`."""
  SLA__c: String
  """Where the goods go."""
  ShippingAddress: ShippingAddress
  """The city of the shipping address."""
  ShippingCity: String
  """The country of the shipping address."""
  ShippingCountry: String
  """The accuracy of the geocode of the shipping address; always null."""
  ShippingGeocodeAccuracy: JSON
  """The latitude of the shipping address; always null."""
  ShippingLatitude: JSON
  """The longitude of the shipping address; always null."""
  ShippingLongitude: JSON
  """The postal code of the shipping address."""
  ShippingPostalCode: String
  """The state or province of the shipping address."""
  ShippingState: String
  """The street of the shipping address."""
  ShippingStreet: String
  """The four-digit code of the industry."""
  Sic: String
  """What the four-digit code stands for."""
  SicDesc: String
  """Which of the company''s sites it is."""
  Site: String
  """When a user or a process changed the record last, RFC 3339."""
  SystemModstamp: String
  """The symbol on the stock exchange."""
  TickerSymbol: String
  """The name that the company does business under."""
  Tradestyle: String
  """What the account is to the seller, for example `Customer - Direct`."""
  Type: String
  """`Yes`, `No` or `Maybe`."""
  UpsellOpportunity__c: String
  """The company''s website."""
  Website: String
  """The year in which the company began."""
  YearStarted: String
  """What kind of record it is, and where."""
  attributes: Attributes
  """
  The token of the page that follows; null, since one page holds every account.
  """
  nextPageToken: String
}
"""Where the bills go."""
type BillingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""
The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).
"""
scalar JSON
"""Where the goods go."""
type ShippingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""What kind of record it is, and where."""
type Attributes {
  """The kind of record."""
  type: String
  """The path of the record."""
  url: String
}', NULL, '[{"name": "client-key", "type": "API_KEY", "keyName": "X-Client-Id", "keyLocation": "HEADER"}]', '[{"scopes": [], "definition": "client-key"}]', true, false, '{}'),
	('01a20173-c522-7371-a97e-102f11846b6e', '01a20173-c43e-71f9-8895-b122eba589aa', 0, 'customerdb', 'Customer database', '2.0.0', 'REST', '/customerdb/v1', 'http://127.0.0.1:31804/customerdb/v1', NULL, NULL, '{"info": {"title": "customerdb", "version": "1.0.0"}, "paths": {"/customers": {"get": {"summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}}}, "description": "The customers"}}, "operationId": "getCustomers"}}, "/customers/{customerId}": {"get": {"summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}}, "parameters": [{"in": "path", "name": "customerId", "schema": {"type": "string"}, "required": true}], "operationId": "getCustomer"}}}, "openapi": "3.0.3", "components": {"schemas": {"Customer": {"type": "object", "properties": {"id": {"type": "string"}, "lastname": {"type": "string"}, "firstname": {"type": "string"}}}}}}', '[{"flow": "RESOURCE_OWNER_PASSWORD", "name": "oauth-1", "type": "OAUTH2", "oauthProvider": "customer-oauth"}]', '[{"scopes": ["customer"], "definition": "oauth-1"}]', true, false, '{}');
INSERT INTO public."CatalogPlan" VALUES
	('01a20173-364f-7396-a018-99506602b780', '01a20173-35f8-7448-b62f-0257785fea86', 0, 'default-plan', 'Default Plan', 100, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-b608-72b9-8afd-e304a127b6fa', '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', 0, 'default-plan', 'Default Plan', 100, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c49b-737d-a006-3e166c5ec906', '01a20173-c43e-71f9-8895-b122eba589aa', 0, 'gold', 'Gold', 500, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c4be-76f8-b33e-96dcffff3c69', '01a20173-c43e-71f9-8895-b122eba589aa', 1, 'silver', 'Silver', 250, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c4e4-732a-af7c-6d1cd2b7977b', '01a20173-c43e-71f9-8895-b122eba589aa', 2, 'bronze', 'Bronze', 2, 'MINUTE', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-dd38-77a4-b5f0-801d6e065813', '01a20173-dd01-741c-8f95-4cc25ddabecd', 0, 'standard', 'Standard', 1000, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false);
INSERT INTO public."Event" VALUES
	(1, '01a20173-2c97-7788-97a6-def30d923636', '01a20173-2cec-704d-ada6-e689b37ebf7e', NULL, '01a20173-35f8-7448-b62f-0257785fea86', true, 'PRODUCT_LIFECYCLE', 'customer:1.0.0', '{"to": "PUBLISHED", "from": null}', '2026-11-22 04:10:57.405+00'),
	(2, '01a20173-2c97-7788-97a6-def30d923636', '01a20173-2cec-704d-ada6-e689b37ebf7e', NULL, '01a20173-35f8-7448-b62f-0257785fea86', true, 'API_ONLINE_STATE', 'customerdb:1.0.0', '{"online": true, "product": "customer:1.0.0"}', '2026-11-22 04:10:57.609+00'),
	(3, '01a20173-2c97-7788-97a6-def30d923636', '01a20173-2cec-704d-ada6-e689b37ebf7e', '01a20173-37b1-70b7-ae52-e5b579c8acff', NULL, false, 'CREDENTIAL', 'consumers/demo-application', '{"id": "01a20173-3854-74cc-bab2-15c5084e6430", "title": "Default credential", "change": "CREATED"}', '2026-11-22 04:10:58.017+00'),
	(4, '01a20173-2c97-7788-97a6-def30d923636', '01a20173-2cec-704d-ada6-e689b37ebf7e', '01a20173-37b1-70b7-ae52-e5b579c8acff', '01a20173-35f8-7448-b62f-0257785fea86', false, 'SUBSCRIPTION', 'consumers/demo-application', '{"id": "01a20173-3955-7707-9c13-2c56adba2e70", "plan": "default-plan", "state": "ACTIVE", "change": "CREATED", "product": "customer:1.0.0"}', '2026-11-22 04:10:58.265+00'),
	(5, '01a20173-2c97-7788-97a6-def30d923636', NULL, NULL, NULL, false, 'GRAPHQL_SERVER_STATE', 'sample', '{"to": "PENDING", "from": null}', '2026-11-22 04:10:58.41+00'),
	(6, '01a20173-2c97-7788-97a6-def30d923636', NULL, NULL, NULL, false, 'GRAPHQL_SERVER_STATE', 'sample', '{"to": "READY", "from": "PENDING"}', '2026-11-22 04:11:01.238+00'),
	(7, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', true, 'PRODUCT_LIFECYCLE', 'customer:1.0.0', '{"to": "PUBLISHED", "from": null}', '2026-11-22 04:11:30.149+00'),
	(8, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', true, 'API_ONLINE_STATE', 'customerdb:1.0.0', '{"online": true, "product": "customer:1.0.0"}', '2026-11-22 04:11:30.248+00'),
	(9, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', NULL, false, 'CREDENTIAL', 'consumers/my-application', '{"id": "01a20173-bbf0-70bc-9265-483ad83db134", "title": "Default credential", "change": "CREATED"}', '2026-11-22 04:11:31.703+00'),
	(10, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', false, 'SUBSCRIPTION', 'consumers/my-application', '{"id": "01a20173-bd1a-74cf-9cee-1ba0752bf6b7", "plan": "default-plan", "state": "ACTIVE", "change": "CREATED", "product": "customer:1.0.0"}', '2026-11-22 04:11:31.999+00'),
	(11, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-c43e-71f9-8895-b122eba589aa', false, 'PRODUCT_LIFECYCLE', 'customer:2.0.0', '{"to": "STAGED", "from": null}', '2026-11-22 04:11:33.846+00'),
	(15, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-b5d1-74ff-bbf4-14fc7b97d5ef', true, 'PRODUCT_LIFECYCLE', 'customer:1.0.0', '{"to": "DEPRECATED", "from": "PUBLISHED"}', '2026-11-22 04:11:36.192+00'),
	(16, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-c43e-71f9-8895-b122eba589aa', true, 'PRODUCT_LIFECYCLE', 'customer:2.0.0', '{"to": "PUBLISHED", "from": "STAGED"}', '2026-11-22 04:11:36.204+00'),
	(17, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-c43e-71f9-8895-b122eba589aa', true, 'API_ONLINE_STATE', 'customerdb:2.0.0', '{"online": true, "product": "customer:2.0.0"}', '2026-11-22 04:11:36.211+00'),
	(18, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-c43e-71f9-8895-b122eba589aa', false, 'SUBSCRIPTION', 'consumers/my-application', '{"id": "01a20173-bd1a-74cf-9cee-1ba0752bf6b7", "plan": "bronze", "state": "ACTIVE", "change": "CHANGED", "product": "customer:2.0.0"}', '2026-11-22 04:11:38.113+00'),
	(19, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', NULL, false, 'CREDENTIAL', 'consumers/gold-application', '{"id": "01a20173-d789-751b-913c-dd7d0d70e0c8", "title": "Default credential", "change": "CREATED"}', '2026-11-22 04:11:38.762+00'),
	(20, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-c43e-71f9-8895-b122eba589aa', false, 'SUBSCRIPTION', 'consumers/gold-application', '{"id": "01a20173-d806-73ff-bdc6-22accca977a8", "plan": "gold", "state": "ACTIVE", "change": "CREATED", "product": "customer:2.0.0"}', '2026-11-22 04:11:38.889+00'),
	(21, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-dd01-741c-8f95-4cc25ddabecd', true, 'PRODUCT_LIFECYCLE', 'sample-graphql:1.0.0', '{"to": "PUBLISHED", "from": null}', '2026-11-22 04:11:40.172+00'),
	(22, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-dd01-741c-8f95-4cc25ddabecd', false, 'SUBSCRIPTION', 'consumers/my-application', '{"id": "01a20173-dec4-74b8-8c58-1a904028608b", "plan": "standard", "state": "ACTIVE", "change": "CREATED", "product": "sample-graphql:1.0.0"}', '2026-11-22 04:11:40.622+00'),
	(23, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, '01a20173-dd01-741c-8f95-4cc25ddabecd', true, 'API_ONLINE_STATE', 'sample:1.0.0', '{"online": true, "product": "sample-graphql:1.0.0"}', '2026-11-22 04:11:40.909+00'),
	(24, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', NULL, false, 'CREDENTIAL', 'consumers/kept', '{"id": "01a20174-9c9c-7008-afed-6782b7e5fed7", "title": "Default credential", "change": "CREATED"}', '2026-11-22 04:12:29.226+00'),
	(25, '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', '01a20173-c43e-71f9-8895-b122eba589aa', false, 'SUBSCRIPTION', 'consumers/kept', '{"id": "01a20174-9fc7-7721-a504-e17cdccf92db", "plan": "gold", "state": "ACTIVE", "change": "CREATED", "product": "customer:2.0.0"}', '2026-11-22 04:12:30.026+00');
INSERT INTO public."GraphQLServer" VALUES
	('01a20173-39e8-75fc-af4d-402d9ab5e06b', '01a20173-2c97-7788-97a6-def30d923636', 'sample', 'Sample', 'READY', NULL, '"""
What can be asked of the back-ends; several queries in one document are answered together.
"""
type Query {
  """Every customer."""
  getCustomers: [Customer]
  """The customer of an identifier."""
  getCustomerById(
    """The customer''s identifier."""
    id: ID!
  ): Customer
  """Every account, in one page."""
  getAccounts: [Account]
  """The account of an identifier."""
  getAccountById(
    """The account''s `Id`."""
    id: String!
  ): Account
}
"""A customer."""
type Customer {
  """The customer''s identifier."""
  id: ID!
  """First name."""
  firstname: String
  """Last name."""
  lastname: String
  """Email address."""
  email: String
  """Where a customer lives."""
  address: CustomerAddress
}
"""Where a customer lives."""
type CustomerAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""An account record."""
type Account {
  """The number that the seller gave the account."""
  AccountNumber: String
  """Where the account came from, for example `Web`."""
  AccountSource: String
  """`Yes` or `No`: is business done with the account?"""
  Active__c: String
  """Estimated revenue of a year."""
  AnnualRevenue: Float
  """Where the bills go."""
  BillingAddress: BillingAddress
  """The city of the billing address."""
  BillingCity: String
  """The country of the billing address."""
  BillingCountry: String
  """The accuracy of the geocode of the billing address; always null."""
  BillingGeocodeAccuracy: JSON
  """The latitude of the billing address; always null."""
  BillingLatitude: JSON
  """The longitude of the billing address; always null."""
  BillingLongitude: JSON
  """The postal code of the billing address."""
  BillingPostalCode: String
  """The state or province of the billing address."""
  BillingState: String
  """The street of the billing address."""
  BillingStreet: String
  """How the record compares with the reference data."""
  CleanStatus: String
  """The user who created the record."""
  CreatedById: String
  """When the record was created, RFC 3339."""
  CreatedDate: String
  """`High`, `Medium` or `Low`."""
  CustomerPriority__c: String
  """The company record that the account is linked to."""
  DandbCompanyId: String
  """What is worth knowing of the account."""
  Description: String
  """The nine-digit number of the company''s site."""
  DunsNumber: String
  """Fax number."""
  Fax: String
  """The account''s identifier."""
  Id: String!
  """The industry that the account belongs to."""
  Industry: String
  """Is the record in the recycle bin?"""
  IsDeleted: Boolean
  """The identifier of the company in the reference data."""
  Jigsaw: String
  """The identifier of the company''s record in the reference data."""
  JigsawCompanyId: String
  """The day of the last activity, RFC 3339 full-date."""
  LastActivityDate: String
  """The user who changed the record last."""
  LastModifiedById: String
  """When a user changed the record last, RFC 3339."""
  LastModifiedDate: String
  """When the record was last referred to, RFC 3339."""
  LastReferencedDate: String
  """When the record was last viewed, RFC 3339."""
  LastViewedDate: String
  """The record that this one was merged into."""
  MasterRecordId: String
  """The six-digit code of the industry."""
  NaicsCode: String
  """What the code of the industry stands for."""
  NaicsDesc: String
  """The name of the company."""
  Name: String
  """How many people work there."""
  NumberOfEmployees: Int
  """How many locations it has."""
  NumberofLocations__c: Float
  """The user who looks after the account."""
  OwnerId: String
  """`Public`, `Private`, `Subsidiary` or `Other`."""
  Ownership: String
  """The account that this one is part of."""
  ParentId: String
  """Phone number."""
  Phone: String
  """The path of the account''s picture."""
  PhotoUrl: String
  """`Hot`, `Warm` or `Cold`."""
  Rating: String
  """The day on which the service level agreement ends, RFC 3339 full-date."""
  SLAExpirationDate__c: String
  """The number of the service level agreement."""
  SLASerialNumber__c: String
  """The service level: `Platinum`, `Gold`, `Silver` or `Bronze`."""
  SLA__c: String
  """Where the goods go."""
  ShippingAddress: ShippingAddress
  """The city of the shipping address."""
  ShippingCity: String
  """The country of the shipping address."""
  ShippingCountry: String
  """The accuracy of the geocode of the shipping address; always null."""
  ShippingGeocodeAccuracy: JSON
  """The latitude of the shipping address; always null."""
  ShippingLatitude: JSON
  """The longitude of the shipping address; always null."""
  ShippingLongitude: JSON
  """The postal code of the shipping address."""
  ShippingPostalCode: String
  """The state or province of the shipping address."""
  ShippingState: String
  """The street of the shipping address."""
  ShippingStreet: String
  """The four-digit code of the industry."""
  Sic: String
  """What the four-digit code stands for."""
  SicDesc: String
  """Which of the company''s sites it is."""
  Site: String
  """When a user or a process changed the record last, RFC 3339."""
  SystemModstamp: String
  """The symbol on the stock exchange."""
  TickerSymbol: String
  """The name that the company does business under."""
  Tradestyle: String
  """What the account is to the seller, for example `Customer - Direct`."""
  Type: String
  """`Yes`, `No` or `Maybe`."""
  UpsellOpportunity__c: String
  """The company''s website."""
  Website: String
  """The year in which the company began."""
  YearStarted: String
  """What kind of record it is, and where."""
  attributes: Attributes
  """
  The token of the page that follows; null, since one page holds every account.
  """
  nextPageToken: String
}
"""Where the bills go."""
type BillingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""
The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).
"""
scalar JSON @specifiedBy(url: "http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf")
"""Where the goods go."""
type ShippingAddress {
  """City."""
  city: String
  """Country."""
  country: String
  """Accuracy of the geocode; always null."""
  geocodeAccuracy: JSON
  """Latitude; always null."""
  latitude: JSON
  """Longitude; always null."""
  longitude: JSON
  """Postal code."""
  postalCode: String
  """State or province."""
  state: String
  """Street and number."""
  street: String
}
"""What kind of record it is, and where."""
type Attributes {
  """The kind of record."""
  type: String
  """The path of the record."""
  url: String
}', '[{"url": "http://127.0.0.1:31804", "name": "customers", "operations": ["getCustomers", "getCustomerById"]}, {"url": "http://127.0.0.1:31804", "name": "accounts", "operations": ["getAccounts", "getAccount"]}]', '{"access": {"policies": [{"type": "Query", "policyDefault": {"condition": true}}]}}', '2026-11-22 04:10:58.408+00', NULL, NULL, NULL, 0, NULL);
INSERT INTO public."LifecycleUndo" VALUES
	('01a20173-c6bd-7141-be26-94af97175330', '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'ZLONKzSvcdyqaGv1jqh5Yp7YahsL2BMx7w50cz-48E4', 'stageProduct', 'customer:2.0.0', '{"apis": [], "plans": [], "products": [], "subscriptions": []}', '{"apis": [{"id": "01a20173-c522-7371-a97e-102f11846b6e", "label": {"api": "customerdb:2.0.0", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"id": "01a20173-c522-7371-a97e-102f11846b6e", "sdl": null, "kind": "REST", "name": "customerdb", "title": "Customer database", "online": false, "openapi": {"info": {"title": "customerdb", "version": "1.0.0"}, "paths": {"/customers": {"get": {"summary": "Lists the customers", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Customer"}}}}, "description": "The customers"}}, "operationId": "getCustomers"}}, "/customers/{customerId}": {"get": {"summary": "Reads one customer", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Customer"}}}, "description": "The customer"}}, "parameters": [{"in": "path", "name": "customerId", "schema": {"type": "string"}, "required": true}], "operationId": "getCustomer"}}}, "openapi": "3.0.3", "components": {"schemas": {"Customer": {"type": "object", "properties": {"id": {"type": "string"}, "lastname": {"type": "string"}, "firstname": {"type": "string"}}}}}}, "version": "2.0.0", "basePath": "/customerdb/v1", "position": 0, "security": [{"scopes": ["customer"], "definition": "oauth-1"}], "settings": {}, "targetUrl": "http://127.0.0.1:31804/customerdb/v1", "graphqlUrl": null, "catalogProductId": "01a20173-c43e-71f9-8895-b122eba589aa", "securityDefinitions": [{"flow": "RESOURCE_OWNER_PASSWORD", "name": "oauth-1", "type": "OAUTH2", "oauthProvider": "customer-oauth"}], "forwardAuthorization": false}}], "plans": [{"id": "01a20173-c49b-737d-a006-3e166c5ec906", "label": {"plan": "gold", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"id": "01a20173-c49b-737d-a006-3e166c5ec906", "name": "gold", "title": "Gold", "position": 0, "rateLimit": 500, "hiddenGraphQL": [], "rateLimitUnit": "HOUR", "maxGraphQLCost": null, "maxGraphQLDepth": null, "approvalRequired": false, "catalogProductId": "01a20173-c43e-71f9-8895-b122eba589aa", "graphQLCostLimit": null, "graphQLCostLimitUnit": "HOUR", "registeredOperationsOnly": false}}, {"id": "01a20173-c4be-76f8-b33e-96dcffff3c69", "label": {"plan": "silver", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"id": "01a20173-c4be-76f8-b33e-96dcffff3c69", "name": "silver", "title": "Silver", "position": 1, "rateLimit": 250, "hiddenGraphQL": [], "rateLimitUnit": "HOUR", "maxGraphQLCost": null, "maxGraphQLDepth": null, "approvalRequired": false, "catalogProductId": "01a20173-c43e-71f9-8895-b122eba589aa", "graphQLCostLimit": null, "graphQLCostLimitUnit": "HOUR", "registeredOperationsOnly": false}}, {"id": "01a20173-c4e4-732a-af7c-6d1cd2b7977b", "label": {"plan": "bronze", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"id": "01a20173-c4e4-732a-af7c-6d1cd2b7977b", "name": "bronze", "title": "Bronze", "position": 2, "rateLimit": 2, "hiddenGraphQL": [], "rateLimitUnit": "MINUTE", "maxGraphQLCost": null, "maxGraphQLDepth": null, "approvalRequired": false, "catalogProductId": "01a20173-c43e-71f9-8895-b122eba589aa", "graphQLCostLimit": null, "graphQLCostLimitUnit": "HOUR", "registeredOperationsOnly": false}}], "products": [{"id": "01a20173-c43e-71f9-8895-b122eba589aa", "label": {"product": "customer:2.0.0", "migrationTarget": null}, "columns": {"id": "01a20173-c43e-71f9-8895-b122eba589aa", "name": "customer", "state": "STAGED", "title": "Customer", "version": "2.0.0", "sunsetAt": null, "catalogId": "01a20173-a9e6-75bc-8138-cc20a1fc537b", "createdAt": "2026-11-22T04:11:33.822Z", "visibility": "PUBLIC", "deprecatedAt": null, "migrationPlans": [], "subscribability": "AUTHENTICATED", "migrationTargetId": null}}], "subscriptions": []}', '2026-12-22 04:11:34.384+00', NULL),
	('01a20173-cde4-746e-919e-1dcb12fcab57', '01a20173-a920-7599-96a8-dfd28cda5790', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'tAgkoVHw-hPinSf8HMii4uDmrxCwzaL6okvCDe8BUtg', 'supersedeProduct', 'customer:2.0.0', '{"apis": [{"id": "01a20173-c522-7371-a97e-102f11846b6e", "label": {"api": "customerdb:2.0.0", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"online": false}}], "plans": [], "products": [{"id": "01a20173-b5d1-74ff-bbf4-14fc7b97d5ef", "label": {"product": "customer:1.0.0", "migrationTarget": null}, "columns": {"state": "PUBLISHED", "deprecatedAt": null, "migrationPlans": [], "migrationTargetId": null}}, {"id": "01a20173-c43e-71f9-8895-b122eba589aa", "label": {"product": "customer:2.0.0", "migrationTarget": null}, "columns": {"state": "STAGED"}}], "subscriptions": []}', '{"apis": [{"id": "01a20173-c522-7371-a97e-102f11846b6e", "label": {"api": "customerdb:2.0.0", "product": "customer:2.0.0", "productId": "01a20173-c43e-71f9-8895-b122eba589aa"}, "columns": {"online": true}}], "plans": [], "products": [{"id": "01a20173-b5d1-74ff-bbf4-14fc7b97d5ef", "label": {"product": "customer:1.0.0", "migrationTarget": "customer:2.0.0"}, "columns": {"state": "DEPRECATED", "deprecatedAt": "2026-11-22T04:11:36.188Z", "migrationPlans": [{"source": "default-plan", "target": "bronze"}], "migrationTargetId": "01a20173-c43e-71f9-8895-b122eba589aa"}}, {"id": "01a20173-c43e-71f9-8895-b122eba589aa", "label": {"product": "customer:2.0.0", "migrationTarget": null}, "columns": {"state": "PUBLISHED"}}], "subscriptions": []}', '2026-12-22 04:11:36.28+00', NULL);
INSERT INTO public."Member" VALUES
	('01a20173-37c5-76f8-9f0d-0765d3f4fa1c', '01a20173-2cec-704d-ada6-e689b37ebf7e', '01a20173-37b1-70b7-ae52-e5b579c8acff', 'consumer', NULL, '$argon2id$v=19$m=19456,t=2,p=1$fS9S7FFsJjDclFfxFmi5hA$9jhZ9w04eWfr8XCFGgQlO/KUbsBkjoPoTwNxUlazM98', '2026-11-22 04:10:57.867+00'),
	('01a20173-b910-7174-95ac-ecc16f94cfe6', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-b90a-743a-a3c6-d84c1d9b0222', 'carol', 'carol@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Qwal8UpgU2mbPyvt+S2Aow$vJoQ6ObWP6KmhDFDBD4z6o+P2pns6CWNqy14NIFBli4', '2026-11-22 04:11:30.96+00');
INSERT INTO public."Product" VALUES
	('01a20173-3574-74b4-8d09-597618cada29', '01a20173-2c97-7788-97a6-def30d923636', 'customer', 'Customer', '1.0.0', 'PUBLIC', 'AUTHENTICATED', '2026-11-22 04:10:57.268+00'),
	('01a20173-b570-72fe-98b8-737b9660146b', '01a20173-a920-7599-96a8-dfd28cda5790', 'customer', 'Customer', '1.0.0', 'PUBLIC', 'AUTHENTICATED', '2026-11-22 04:11:30.033+00'),
	('01a20173-c015-76d3-8fa6-6a260e0d8ba9', '01a20173-a920-7599-96a8-dfd28cda5790', 'customer', 'Customer', '2.0.0', 'PUBLIC', 'AUTHENTICATED', '2026-11-22 04:11:32.757+00'),
	('01a20173-dcb8-7554-a36c-ae72c5c97dce', '01a20173-a920-7599-96a8-dfd28cda5790', 'sample-graphql', 'Sample GraphQL', '1.0.0', 'PUBLIC', 'AUTHENTICATED', '2026-11-22 04:11:40.088+00');
INSERT INTO public."Plan" VALUES
	('01a20173-35a7-73ec-94d3-4a049c811c8b', '01a20173-3574-74b4-8d09-597618cada29', 0, 'default-plan', 'Default Plan', 100, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-b57e-72e1-bbc1-2f23e4e496e2', '01a20173-b570-72fe-98b8-737b9660146b', 0, 'default-plan', 'Default Plan', 100, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c03a-72db-a020-ae8a505ddffb', '01a20173-c015-76d3-8fa6-6a260e0d8ba9', 0, 'gold', 'Gold', 500, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c03a-72db-a020-b0bc0aafa2df', '01a20173-c015-76d3-8fa6-6a260e0d8ba9', 1, 'silver', 'Silver', 250, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-c03a-72db-a020-b685208463d2', '01a20173-c015-76d3-8fa6-6a260e0d8ba9', 2, 'bronze', 'Bronze', 2, 'MINUTE', NULL, NULL, false, '{}', NULL, 'HOUR', false),
	('01a20173-dcc8-763a-9b39-1faff8e385e2', '01a20173-dcb8-7554-a36c-ae72c5c97dce', 0, 'standard', 'Standard', 1000, 'HOUR', NULL, NULL, false, '{}', NULL, 'HOUR', false);
INSERT INTO public."PortalSession" VALUES
	('01a20173-bab5-750e-91d5-30d25eec56b4', '01a20173-b910-7174-95ac-ecc16f94cfe6', 'Fgf16KeVAk3v7GCyE_3e2tbVKm-qSG2cXYmm4RsnatA', '2026-11-22 04:11:31.363+00', '2026-11-22 16:11:31.363+00');
INSERT INTO public."ProductApi" VALUES
	('01a20173-3574-74b4-8d09-597618cada29', '01a20173-3240-77df-9686-9cb006294383', 0),
	('01a20173-b570-72fe-98b8-737b9660146b', '01a20173-b4ab-727c-be58-f2062e9f7d34', 0),
	('01a20173-c015-76d3-8fa6-6a260e0d8ba9', '01a20173-be69-76ff-8620-bdc4645cca19', 0),
	('01a20173-dcb8-7554-a36c-ae72c5c97dce', '01a20173-dbe0-7434-a421-3ee6d4dfbea2', 0);
INSERT INTO public."ProductStateChange" VALUES
	(1, '01a20173-2cec-704d-ada6-e689b37ebf7e', 'customer', '1.0.0', NULL, 'PUBLISHED', '2026-11-22 04:10:57.402+00'),
	(2, '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', '1.0.0', NULL, 'PUBLISHED', '2026-11-22 04:11:30.142+00'),
	(3, '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', '2.0.0', NULL, 'STAGED', '2026-11-22 04:11:33.839+00'),
	(6, '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', '1.0.0', 'PUBLISHED', 'DEPRECATED', '2026-11-22 04:11:36.192+00'),
	(7, '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'customer', '2.0.0', 'STAGED', 'PUBLISHED', '2026-11-22 04:11:36.204+00'),
	(8, '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'sample-graphql', '1.0.0', NULL, 'PUBLISHED', '2026-11-22 04:11:40.163+00');
INSERT INTO public."RefreshToken" VALUES
	('5rBUvJiw04wTzp6pcFoYl2zGXiKrbgKY54sjH370DG8', '01a20174-f54a-722f-a582-a9d1f4020ec2', true, '2026-11-22 04:12:51.882+00', NULL);
INSERT INTO public."RefusedCall" VALUES
	(1, '9568eb03-1a8e-417b-83c1-0ee25a01b423', true, '2026-11-22 04:11:32.221+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 1}, "outcome": "PASSED"}, {"step": "client", "facts": {"keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": false}, "outcome": "REFUSED"}]'),
	(2, 'aa5be586-ab2f-4acc-bcc0-d08650846c0b', true, '2026-11-22 04:11:38.319+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-bbe8-7138-a77e-c3fed3013f19', NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', 'customerdb:2.0.0', 401, 'TOKEN_MISSING', 'Send the header Authorization: Bearer <access token>.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"keySent": true, "knownBy": "CLIENT_KEY", "keyPlaces": ["header x-client-id"], "tokenSent": false, "application": "my-application"}, "outcome": "PASSED"}, {"step": "token", "facts": {}, "outcome": "PASSED"}, {"step": "application", "facts": {"suspended": false}, "outcome": "PASSED"}, {"step": "subscription", "facts": {"subscriptions": [{"state": "ACTIVE", "product": "customer:2.0.0"}]}, "outcome": "PASSED"}, {"step": "security", "facts": {"versions": [{"api": "customerdb:2.0.0", "online": true, "waysIn": [{"type": "OAUTH2", "scopes": ["customer"], "oauthProvider": "customer-oauth"}]}]}, "outcome": "REFUSED"}]'),
	(3, 'c6f718a4-6d74-4c14-9917-9939b73925b3', true, '2026-11-22 04:11:38.713+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-bbe8-7138-a77e-c3fed3013f19', '01a20173-bd1a-74cf-9cee-1ba0752bf6b7', '01a20173-c4e4-732a-af7c-6d1cd2b7977b', 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', 'customerdb:2.0.0', 429, 'RATE_LIMIT_EXCEEDED', 'Bronze allows 2 calls in 60 seconds: try again in 60 seconds.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"keySent": false, "knownBy": "ACCESS_TOKEN", "keyPlaces": ["header x-client-id"], "tokenSent": true, "application": "my-application"}, "outcome": "PASSED"}, {"step": "token", "facts": {"scopes": ["customer"], "issuedAt": "2026-11-22T04:11:38.000Z", "expiresAt": "2026-11-22T05:11:38.000Z"}, "outcome": "PASSED"}, {"step": "application", "facts": {"suspended": false}, "outcome": "PASSED"}, {"step": "subscription", "facts": {"subscriptions": [{"state": "ACTIVE", "product": "customer:2.0.0"}]}, "outcome": "PASSED"}, {"step": "security", "facts": {"scopes": ["customer"], "versions": [{"api": "customerdb:2.0.0", "online": true, "waysIn": [{"type": "OAUTH2", "scopes": ["customer"], "oauthProvider": "customer-oauth"}]}]}, "outcome": "PASSED"}, {"step": "operation", "facts": {"method": "GET"}, "outcome": "PASSED"}, {"step": "bodySize", "facts": {}, "outcome": "PASSED"}, {"step": "document", "facts": {}, "outcome": "PASSED"}, {"step": "bounds", "facts": {}, "outcome": "PASSED"}, {"step": "depth", "facts": {}, "outcome": "PASSED"}, {"step": "cost", "facts": {}, "outcome": "PASSED"}, {"step": "backend", "facts": {}, "outcome": "PASSED"}, {"step": "rateLimit", "facts": {"plan": "bronze", "limit": 2, "counter": "01a20173-bd1a-74cf-9cee-1ba0752bf6b7:01a20173-c4e4-732a-af7c-6d1cd2b7977b", "remaining": 0, "windowSeconds": 60, "resetsInSeconds": 60}, "outcome": "REFUSED"}]'),
	(4, '42291bb8-d409-496a-9e8c-91bad74681a2', true, '2026-11-22 04:11:39.039+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "HEADER", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(5, 'c2288d47-2dd4-4a2e-aeb5-d03d0b674803', true, '2026-11-22 04:11:39.044+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "HEADER", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(6, '046a2104-1b96-4e20-8c21-8015b608d979', true, '2026-11-22 04:11:39.072+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "HEADER", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(7, '64e4e5ba-3ba1-4fe5-9907-a75c06223f44', true, '2026-11-22 04:11:39.092+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(8, '12598412-d49e-4f2b-99f1-ce273094a4e4', true, '2026-11-22 04:11:39.123+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(9, 'b8b18adc-53f8-47ea-ba4c-3ccfd53c1d39', true, '2026-11-22 04:11:39.151+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(10, '39547781-6190-44a0-b117-9e55f4783d0e', true, '2026-11-22 04:11:39.179+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(11, 'd125a7ad-c8ee-4874-9cc3-8eef7deed40d', true, '2026-11-22 04:11:39.181+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(12, '86723acf-4a16-44dc-976a-4628b42dcfac', true, '2026-11-22 04:11:39.209+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token is not valid.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "SIGNATURE", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]'),
	(13, '9efd5d2d-5198-4205-97c9-75562235570f', true, '2026-11-22 04:11:39.337+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-d787-701c-a265-f2aaa340cec6', NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'TOKEN_INVALID', 'The access token was revoked.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"keySent": false, "knownBy": "ACCESS_TOKEN", "keyPlaces": ["header x-client-id"], "tokenSent": true, "application": "gold-application"}, "outcome": "PASSED"}, {"step": "token", "facts": {"rule": "NOT_REVOKED", "scopes": ["customer"], "issuedAt": "2026-11-22T04:11:38.000Z", "expiresAt": "2026-11-22T05:11:38.000Z"}, "outcome": "REFUSED"}]'),
	(14, 'b25557ef-f8db-4f21-b2fd-3f758c4e9e5b', true, '2026-11-22 04:11:40.71+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'POST', '/story-mwrbkyu1/sandbox/sample/graphql', NULL, 503, 'API_OFFLINE', 'The API is offline.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 0}, "outcome": "REFUSED"}]'),
	(15, '49a1258c-125c-41aa-bad0-133bfff5835f', true, '2026-11-22 04:11:41.024+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'POST', '/story-mwrbkyu1/sandbox/sample/graphql', NULL, 503, 'API_OFFLINE', 'The API is offline.', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 0}, "outcome": "REFUSED"}]'),
	(16, 'dbbb9225-e2e1-42ad-9167-6f368eedde39', true, '2026-11-22 04:11:41.318+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'POST', '/story-mwrbkyu1/sandbox/sample/graphql', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 1}, "outcome": "PASSED"}, {"step": "client", "facts": {"keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": false}, "outcome": "REFUSED"}]'),
	(17, '491e88ee-33bc-462b-97ae-8afda33c6a82', true, '2026-11-22 04:12:52.484+00', '01a20173-a9e6-75bc-8138-cc20a1fc537b', NULL, NULL, NULL, 'GET', '/story-mwrbkyu1/sandbox/customerdb/v1/customers', NULL, 401, 'CLIENT_ID_MISSING', 'Client id missing', '[{"step": "request", "facts": {}, "outcome": "PASSED"}, {"step": "online", "facts": {"versionsOnline": 2}, "outcome": "PASSED"}, {"step": "client", "facts": {"part": "HEADER", "keySent": false, "knownBy": null, "keyPlaces": ["header x-client-id"], "tokenSent": true}, "outcome": "REFUSED"}]');
INSERT INTO public."Revocation" VALUES
	('cvgQPn88gEEDd3OVezEZxG2VKOa2qrIEd7yhQ44Ys3Y', '2026-11-22 04:11:39.274+00', '2026-11-22 05:11:38+00');
INSERT INTO public."SigningKey" VALUES
	('tyy3OWlz9QYhcbyem--kfCye9cBAyuOPwwlwspRgj8I', '01a20173-af9c-7576-b171-e7505ba897db', 'ES256', '{"x": "Nni35hxnzJP3WWu-Fwg7QX2qzqtlgfaGdOw18BJW0e4", "y": "R9jTY8Hnwnai0Rg3CYUNQJ-TkF28zTwLigrrd17tGus", "alg": "ES256", "crv": "P-256", "kid": "tyy3OWlz9QYhcbyem--kfCye9cBAyuOPwwlwspRgj8I", "kty": "EC", "use": "sig"}', '\xe1d111be62fff1fefcc95474d0dc1115c9645094dba1888b23473f8243ac0fb224f23d7a6c197784214fe92de946fff66d9b0360210cc5b51c2c30be393543afbf6d24da74b38f13b9feb6aa86b3730227a893edb679bcada7f0e3354136ae48d4769090b5f0646fcb0e6f2d0fbaee7250a6617ae8a827be50345249f2710db8f4e2fbefda96bedf6f6b90328befc7f5bea39fcaeab20e6bd7c2567c9d5e16188bf60c219dfa20adc0bab10a9d8775c3769e8c3e1cb9e890f771a51e5fe65339850734e296d79698af650096', '2026-11-22 04:11:28.362+00', '2026-11-22 04:11:28.362+00', 3600);
INSERT INTO public."Subscription" VALUES
	('01a20173-3955-7707-9c13-2c56adba2e70', '01a20173-3839-731f-9f5a-f40481867722', '01a20173-35f8-7448-b62f-0257785fea86', '01a20173-364f-7396-a018-99506602b780', 'ACTIVE', '2026-11-22 04:10:58.261+00', NULL),
	('01a20173-bd1a-74cf-9cee-1ba0752bf6b7', '01a20173-bbe8-7138-a77e-c3fed3013f19', '01a20173-c43e-71f9-8895-b122eba589aa', '01a20173-c4e4-732a-af7c-6d1cd2b7977b', 'ACTIVE', '2026-11-22 04:11:31.994+00', NULL),
	('01a20173-d806-73ff-bdc6-22accca977a8', '01a20173-d787-701c-a265-f2aaa340cec6', '01a20173-c43e-71f9-8895-b122eba589aa', '01a20173-c49b-737d-a006-3e166c5ec906', 'ACTIVE', '2026-11-22 04:11:38.886+00', NULL),
	('01a20173-dec4-74b8-8c58-1a904028608b', '01a20173-bbe8-7138-a77e-c3fed3013f19', '01a20173-dd01-741c-8f95-4cc25ddabecd', '01a20173-dd38-77a4-b5f0-801d6e065813', 'ACTIVE', '2026-11-22 04:11:40.612+00', NULL),
	('01a20174-9fc7-7721-a504-e17cdccf92db', '01a20174-9c98-7353-8943-1d27a60220be', '01a20173-c43e-71f9-8895-b122eba589aa', '01a20173-c49b-737d-a006-3e166c5ec906', 'ACTIVE', '2026-11-22 04:12:30.023+00', NULL);
INSERT INTO public."SubscriptionMigration" VALUES
	('01a20173-d514-739a-8bb7-c8831eb89173', '01a20173-bd1a-74cf-9cee-1ba0752bf6b7', '01a20173-b608-72b9-8afd-e304a127b6fa', '01a20173-c4e4-732a-af7c-6d1cd2b7977b', '2026-11-22 04:11:38.022+00');
INSERT INTO public."UsageHour" VALUES
	('01a20173-bd1a-74cf-9cee-1ba0752bf6b7', '2026-11-22 04:00:00+00', 'ANSWERED', 15),
	('01a20173-bd1a-74cf-9cee-1ba0752bf6b7', '2026-11-22 04:00:00+00', 'LIMITED', 1),
	('01a20173-d806-73ff-bdc6-22accca977a8', '2026-11-22 04:00:00+00', 'ANSWERED', 2),
	('01a20173-dec4-74b8-8c58-1a904028608b', '2026-11-22 04:00:00+00', 'ANSWERED', 2),
	('01a20173-3955-7707-9c13-2c56adba2e70', '2026-11-22 04:00:00+00', 'ANSWERED', 4),
	('01a20174-9fc7-7721-a504-e17cdccf92db', '2026-11-22 04:00:00+00', 'ANSWERED', 3);
INSERT INTO public."Webhook" VALUES
	('234cdc01-9b9e-430c-a077-aeb4de0843bc', '01a20173-a9e6-75bc-8138-cc20a1fc537b', 'ears', 'http://127.0.0.1:31804/ears', '{SUBSCRIPTION}', '\xdcb7a7ec2d977dd8c5023625079f0321dd7d9602ecd97205e1f9a5c4d9472d87420adc9ca3a87f54b97d310de99106c0a64ac9fb86a7290c1fba0b44e735544b1996a88c3792cd676aa47523fe', true, '2026-11-22 04:12:31.463+00');
INSERT INTO public."_CatalogToOAuthProvider" VALUES
	('01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-af9c-7576-b171-e7505ba897db');
INSERT INTO public."_CatalogToUserRegistry" VALUES
	('01a20173-2cec-704d-ada6-e689b37ebf7e', '01a20173-2d8f-7324-8456-9fa80c932154'),
	('01a20173-a9e6-75bc-8138-cc20a1fc537b', '01a20173-aaf9-759d-97dc-13cac507482d');
SELECT pg_catalog.setval('public."AuditEvent_id_seq"', 38, true);
SELECT pg_catalog.setval('public."Event_id_seq"', 25, true);
SELECT pg_catalog.setval('public."ProductStateChange_id_seq"', 8, true);
SELECT pg_catalog.setval('public."RefusedCall_id_seq"', 17, true);
SELECT pg_catalog.setval('public."WebhookDelivery_id_seq"', 1, false);
