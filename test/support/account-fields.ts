/** The fields of the account record, as spec.md lists them. */
export const accountFields =
  `AccountNumber, AccountSource, Active__c, AnnualRevenue, BillingAddress, BillingCity, BillingCountry,
BillingGeocodeAccuracy, BillingLatitude, BillingLongitude, BillingPostalCode, BillingState, BillingStreet, CleanStatus,
CreatedById, CreatedDate, CustomerPriority__c, DandbCompanyId, Description, DunsNumber, Fax, Id, Industry, IsDeleted,
Jigsaw, JigsawCompanyId, LastActivityDate, LastModifiedById, LastModifiedDate, LastReferencedDate, LastViewedDate,
MasterRecordId, NaicsCode, NaicsDesc, Name, NumberOfEmployees, NumberofLocations__c, OwnerId, Ownership, ParentId, Phone,
PhotoUrl, Rating, SLAExpirationDate__c, SLASerialNumber__c, SLA__c, ShippingAddress, ShippingCity, ShippingCountry,
ShippingGeocodeAccuracy, ShippingLatitude, ShippingLongitude, ShippingPostalCode, ShippingState, ShippingStreet, Sic,
SicDesc, Site, SystemModstamp, TickerSymbol, Tradestyle, Type, UpsellOpportunity__c, Website, YearStarted, attributes,
nextPageToken`.split(/,\s+/);
