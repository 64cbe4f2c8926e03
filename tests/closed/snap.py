"""Snap by rank or suit with two players: orders of one deck in which no two neighbours share rank or suit.

These are the Hamiltonian paths of the graph on the r x s cards in which two cards are joined if they differ in both.

  1. "states": card after card; all that matters is of how many ranks which suits are left, and the last card. States that
     differ by a renaming of suits are one.
  2. "walks": inclusion and exclusion over sets S of cards: sum over S of (-1)^(n-|S|) times the number of walks of n cards
     inside S (cards may come again). A set matters only by how many ranks have which suits in it.
  3. "brute": a programme over sets of cards, and all orders of the smallest decks.

Both 1 and 2 are compiled by cc, as Python would take hours; whole numbers modulo primes below 2^62, put together by the
Chinese remainder theorem (52! < 2^226).
"""
import os, subprocess, sys, tempfile, time
from fractions import Fraction
from itertools import permutations
from math import factorial

PRIMES = [4611686018427387847, 4611686018427387817, 4611686018427387787, 4611686018427387761, 4611686018427387751]

STATES = r'''
#include <bits/stdc++.h>
using namespace std; typedef unsigned __int128 u128; typedef uint64_t u64;
static const u64 P[5]={4611686018427387847ULL,4611686018427387817ULL,4611686018427387787ULL,4611686018427387761ULL,4611686018427387751ULL};
int R,S,full; vector<vector<int>> pm, sp;              // renamings of suits: of patterns, of suits
struct Hs{size_t operator()(u64 x)const{x*=0x9E3779B97F4A7C15ULL;x^=x>>29;x*=0xBF58476D1CE4E5B9ULL;return x^(x>>32);}};
inline u64 unit(int p){return p?1ULL<<(4*(p-1)):0;}     // ranks with the suits p left, four bits each; those with none left are not kept
int main(int argc,char**argv){R=atoi(argv[1]);S=atoi(argv[2]);full=(1<<S)-1;
 vector<int> a(S);iota(a.begin(),a.end(),0);
 do{vector<int> m(full+1);for(int p=0;p<=full;p++){int x=0;for(int j=0;j<S;j++)if(p>>j&1)x|=1<<a[j];m[p]=x;}pm.push_back(m);sp.push_back(a);}while(next_permutation(a.begin(),a.end()));
 int Q=pm.size(),W=(full+1)*S; vector<u64> im(Q);
 auto images=[&](u64 c){for(int q=0;q<Q;q++){u64 r=0;for(int p=1;p<=full;p++)r+=((c>>(4*(p-1)))&15)*unit(pm[q][p]);im[q]=r;}};
 unordered_map<u64,u64,Hs> idx,nidx; vector<u64> keys,nkeys,val,nval;
 keys={R*unit(full)}; idx[keys[0]]=0; val.assign((size_t)W*5,0);
 size_t total=0,layer=0;
 for(int t=1;t<=R*S;t++){
  nkeys.clear();nidx.clear();
  for(u64 c:keys){images(c);
   for(int p=1;p<=full;p++)if((c>>(4*(p-1)))&15)for(int j=0;j<S;j++)if(p>>j&1){int g=p&~(1<<j);u64 b=~0ULL;
     for(int q=0;q<Q;q++)b=min(b,im[q]-unit(pm[q][p])+unit(pm[q][g]));
     if(nidx.emplace(b,nkeys.size()).second)nkeys.push_back(b);}}
  nval.assign(nkeys.size()*(size_t)W*5,0);
  for(size_t i=0;i<nkeys.size();i++){u64 c=nkeys[i];images(c);int n0=R;for(int p=1;p<=full;p++)n0-=(c>>(4*(p-1)))&15;
   for(int lp=0;lp<full;lp++){ if(lp?!((c>>(4*(lp-1)))&15):!n0)continue;
    for(int ls=0;ls<S;ls++)if(!(lp>>ls&1)){int before=lp|1<<ls,q0=0;u64 b=~0ULL;
     for(int q=0;q<Q;q++){u64 x=im[q]-unit(pm[q][lp])+unit(pm[q][before]);if(x<b){b=x;q0=q;}}
     u64 n=((c>>(4*(before-1)))&15)+1,*to=&nval[(i*W+lp*S+ls)*5];
     if(t==1){for(int k=0;k<5;k++)to[k]=n;continue;}
     u64*from=&val[idx[b]*(size_t)W*5]; int mp=pm[q0][before],ms=sp[q0][ls];
     for(int k=0;k<5;k++){u128 s=0;                     // the card before: of another suit, and of another rank
       for(int p=0;p<=full;p++)for(int j=0;j<S;j++)if(j!=ms){u64 v=from[(p*S+j)*5+k];if(v)s+=(u128)v*(n-(p==mp));}
       to[k]=(u64)(s%P[k]);}
    }}}
  swap(keys,nkeys);swap(idx,nidx);swap(val,nval);total+=keys.size();layer=max(layer,keys.size());
 }
 u64 s[5]={};for(size_t x=0;x<val.size();x++)s[x%5]=(s[x%5]+val[x])%P[x%5];
 for(int k=0;k<5;k++)printf("%llu\n",(unsigned long long)s[k]);
 fprintf(stderr,"  (%zu multisets, %zu in the largest layer)\n",total,layer);
}
'''

WALKS = r'''
#include <bits/stdc++.h>
using namespace std; typedef unsigned __int128 u128; typedef uint64_t u64;
int R,S,full,N; u64 M; vector<vector<int>> pm; int n[16]; u64 sum=0; u64 sets=0; u64 inv[64],fact[64];
u64 mul(u64 a,u64 b){return (u64)((u128)a*b%M);}
u64 power(u64 a,u64 e){u64 r=1;for(;e;e>>=1,a=mul(a,a))if(e&1)r=mul(r,a);return r;}
void leaf(){
 int fix=0; // canonical among renamings of suits?
 for(auto&m:pm){int c=0;for(int p=1;p<=full&&!c;p++)c=n[m[p]]-n[p];if(c>0)return;if(!c)fix++;}
 int chosen=0;u64 ways=fact[R];int ps[16],k=0;
 for(int p=0;p<=full;p++){ways=mul(ways,inv[n[p]]);chosen+=n[p]*__builtin_popcount(p);if(p&&n[p])ps[k++]=p;}
 if(!chosen)return;
 sets++;
 ways=mul(ways,pm.size()/fix);
 u64 w[16][4];memset(w,0,sizeof w);
 for(int i=0;i<k;i++)for(int j=0;j<S;j++)if(ps[i]>>j&1)w[i][j]=1;
 for(int t=1;t<N;t++){u64 V[4],A=0,Wp;u128 v[4]={0,0,0,0};
  for(int i=0;i<k;i++)for(int j=0;j<S;j++)v[j]+=(u128)w[i][j]*n[ps[i]];
  for(int j=0;j<S;j++){V[j]=(u64)(v[j]%M);}
  u128 all=0;for(int j=0;j<S;j++)all+=V[j];A=(u64)(all%M);
  for(int i=0;i<k;i++){u128 x=0;for(int j=0;j<S;j++)x+=w[i][j];Wp=(u64)(x%M);
   for(int j=0;j<S;j++)if(ps[i]>>j&1){u64 a=A+w[i][j];if(a>=M)a-=M;u64 b=V[j]+Wp;if(b>=M)b-=M;w[i][j]=a>=b?a-b:a+M-b;}}}
 u128 x=0;for(int i=0;i<k;i++)for(int j=0;j<S;j++)x+=(u128)w[i][j]*n[ps[i]];
 u64 term=mul(ways,(u64)(x%M));
 sum=(N-chosen)&1?(sum>=term?sum-term:sum+M-term):(u64)(((u128)sum+term)%M);
}
void go(int p,int left){if(p==full){n[p]=left;leaf();return;}for(n[p]=0;n[p]<=left;n[p]++)go(p+1,left-n[p]);n[p]=0;}
int main(int argc,char**argv){R=atoi(argv[1]);S=atoi(argv[2]);M=strtoull(argv[3],0,10);full=(1<<S)-1;N=R*S;
 vector<int> a(S);iota(a.begin(),a.end(),0);
 do{vector<int> m(full+1);for(int p=0;p<=full;p++){int x=0;for(int j=0;j<S;j++)if(p>>j&1)x|=1<<a[j];m[p]=x;}pm.push_back(m);}while(next_permutation(a.begin(),a.end()));
 fact[0]=1;for(int i=1;i<64;i++)fact[i]=mul(fact[i-1],i);for(int i=0;i<64;i++)inv[i]=power(fact[i],M-2);
 go(0,R);printf("%llu\n",(unsigned long long)sum);fprintf(stderr,"  (%llu kinds of sets)\n",(unsigned long long)sets);
}
'''

HERE = tempfile.mkdtemp()


def build(name, text):
    source = os.path.join(HERE, name + ".cpp")
    open(source, "w").write(text)
    program = os.path.join(HERE, name)
    subprocess.run(["c++", "-O2", "-o", program, source], check=True)
    return program


def chinese(residues, primes):
    x, m = 0, 1
    for r, p in zip(residues, primes):
        x += m * ((r - x) * pow(m, -1, p) % p)
        m *= p
    return x


def states(program, r, s):
    out = subprocess.run([program, str(r), str(s)], check=True, capture_output=True, text=True)
    residues = [int(line) for line in out.stdout.split()]
    value = chinese(residues[:4], PRIMES)
    assert value % PRIMES[4] == residues[4]            # the fifth prime is a check
    return value, out.stderr.strip()


def walks(program, r, s, prime):
    out = subprocess.run([program, str(r), str(s), str(prime)], check=True, capture_output=True, text=True)
    return int(out.stdout), out.stderr.strip()


def brute(r, s):
    cells = [(i, j) for i in range(r) for j in range(s)]
    n = len(cells)
    joined = [[k for k, (a, b) in enumerate(cells) if a != i and b != j] for i, j in cells]
    ways = {(1 << k, k): 1 for k in range(n)}
    for _ in range(n - 1):
        after = {}
        for (used, last), w in ways.items():
            for k in joined[last]:
                if not used >> k & 1:
                    key = used | 1 << k, k
                    after[key] = after.get(key, 0) + w
        ways = after
    return sum(ways.values())


def brute_orders(r, s):
    cells = [(i, j) for i in range(r) for j in range(s)]
    return sum(all(c[0] != d[0] and c[1] != d[1] for c, d in zip(o, o[1:])) for o in permutations(cells))


if __name__ == "__main__":
    began = time.time()
    st, wk = build("states", STATES), build("walks", WALKS)
    for r, s in [(2, 2), (3, 2), (4, 2), (3, 3)]:
        print(f"all orders, {r} ranks {s} suits: {brute_orders(r, s):,}")
    for r, s in [(2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4), (4, 4)]:
        b = brute(r, s)
        a, _ = states(st, r, s)
        c = [walks(wk, r, s, p)[0] for p in PRIMES[:2]]
        print(f"{r} ranks, {s} suits: brute {b:,}  states {a:,}  walks {'the same' if c == [b % p for p in PRIMES[:2]] else c}", flush=True)
        assert a == b and c == [b % p for p in PRIMES[:2]]
    began = time.time()
    value, note = states(st, 13, 4)
    p = Fraction(value, factorial(52))
    print(f"13 ranks, 4 suits, states: {value:,} {note} {time.time() - began:.0f} s")
    assert value % (factorial(13) * factorial(4)) == 0  # renaming ranks and suits moves every such order
    print("  fraction", p)
    import mpmath
    mpmath.mp.dps = 40
    print("  decimal ", mpmath.nstr(mpmath.mpf(p.numerator) / p.denominator, 30), " once in", mpmath.nstr(mpmath.mpf(p.denominator) / p.numerator, 15), flush=True)
    for prime in [2305843009213693951] + [int(x) for x in sys.argv[1:]]:
        began = time.time()
        residue, note = walks(wk, 13, 4, prime)
        print(f"  walks, modulo {prime}: {residue}, states: {value % prime} {note} {time.time() - began:.0f} s")
        assert residue == value % prime
