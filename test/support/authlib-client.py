"""A client of an OAuth provider, made with Authlib. Takes a JSON command on each line and answers it on one."""

import json
import os
import sys

os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session

(issuer, here, client) = json.loads(sys.argv[1])
# The addresses of the metadata lead to where the endpoints listen in the test.
at = lambda url: url.replace(issuer['origin'], here)
metadata = requests.get(at(issuer['metadata'])).json()
session = OAuth2Session(**client)
verifier = generate_token(48)
token_endpoint = at(metadata['token_endpoint'])


def authorize():
    address, state = session.create_authorization_url(
        metadata['authorization_endpoint'], code_verifier=verifier
    )
    return {'address': address, 'state': state}


def redeem(state, response):
    return session.fetch_token(
        token_endpoint, authorization_response=response, state=state, code_verifier=verifier
    )


def refresh():
    return session.refresh_token(token_endpoint, session.token['refresh_token'])


def revoke():
    return {'status': session.revoke_token(at(metadata['revocation_endpoint']), session.token['refresh_token']).status_code}


def credentials(scope):
    return session.fetch_token(token_endpoint, grant_type='client_credentials', scope=scope)


def introspect():
    return session.introspect_token(at(metadata['introspection_endpoint']), session.token['access_token']).json()


commands = {each.__name__: each for each in (authorize, redeem, refresh, revoke, credentials, introspect)}
for line in sys.stdin:
    (name, values) = json.loads(line)
    try:
        answer = commands[name](**values)
    except OAuthError as refused:
        answer = {'error': refused.error, 'description': refused.description}
    print(json.dumps(answer), flush=True)
